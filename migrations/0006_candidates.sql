-- Names that recur in answers and are nobody's that is tracked: offered, never counted before a person accepts. Made anew
-- from the stored answers; only the status is a person's own.
create table candidates (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null,
  domain text,
  answers integer not null,
  prompts integer not null,
  platforms text[] not null,
  first_day date not null,
  last_day date not null,
  examples jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'dismissed')),
  updated_at timestamptz not null,
  primary key (brand_id, id),
  unique (brand_id, name_key)
);

-- Like reading again, looking for candidates may wait while an earlier look is under way: that has not seen the newest answers.
drop index jobs_unfinished;
create unique index jobs_unfinished on jobs (brand_id, kind)
  where status in ('waiting', 'active') and kind not in ('reanalyse', 'judge', 'candidates');
