-- What each change of a brand's names was: an entity as it was read before, and as it is read from this `names_version` on
-- (null: it was not there, or is no more). An answer of which no such entity can be found needs no new reading. Where a
-- version between the answer's and the present one has no row, the change was of another kind, and all is read.
create table name_changes (
  brand_id uuid not null references brands (id) on delete cascade,
  names_version integer not null,
  before jsonb,
  after jsonb,
  primary key (brand_id, names_version)
);

-- Beside `staged_readings`: answers of one batch whose reading stays as it is, whatever has changed. Only their version
-- moves on when the others are swapped in.
create table staged_unchanged (
  brand_id uuid not null references brands (id) on delete cascade,
  last_answer_id uuid not null,
  names_version integer not null,
  answer_ids uuid[] not null,
  primary key (brand_id, last_answer_id)
);
