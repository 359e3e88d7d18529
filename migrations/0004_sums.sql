-- Sums of whole numbers, so that any window, platform, model and region is an exact sum of days.
-- `entity` is the number of the brand (0), a competitor or a product.

-- Over all answers of a day: what every rate is divided by.
create table daily_answers (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  platform text not null,
  model text not null,
  region text not null,
  prompt_id uuid not null,
  answers integer not null,
  named integer not null,
  cited integer not null,
  mentions integer not null,
  own_citations integer not null,
  rank_sum integer not null,
  score_milli bigint not null,
  score_milli_squared bigint not null,
  positive integer not null,
  neutral integer not null,
  negative integer not null,
  citations integer not null,
  with_citations integer not null,
  primary key (brand_id, day, platform, model, region, prompt_id)
);

create table daily_entities (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  platform text not null,
  model text not null,
  region text not null,
  entity smallint not null,
  named integer not null,
  cited integer not null,
  mentions integer not null,
  own_citations integer not null,
  rank_sum integer not null,
  score_milli bigint not null,
  primary key (brand_id, day, platform, model, region, entity)
);

-- Appended in the transaction that changes a day's facts, taken away by the one that recomputes the day. Append-only on
-- purpose: a unique mark that a writer finds already there is lost when the settler deletes it before the writer commits.
create table sum_marks (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  id uuid not null,
  primary key (brand_id, day, id)
);
