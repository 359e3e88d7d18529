-- A visit is summed by whoever reads next, once: by day and by month, so that a long window reads whole months.
drop index visits_day;
alter table visits add column is_summed boolean not null default false;
create index visits_unsummed on visits (brand_id, id) where not is_summed;

drop table daily_visits;
create table visit_sums (
  brand_id uuid not null references brands (id) on delete cascade,
  grain text not null check (grain in ('day', 'month')),
  dimension text not null check (dimension in ('all', 'page', 'country')),
  start date not null,
  platform text not null,
  name text not null,
  visits integer not null,
  primary key (brand_id, grain, dimension, start, platform, name)
);

-- Who was counted in the last half hour, as a keyed hash of page, source, address and user agent: the same within that time
-- is a repeat. Rows are thrown away as soon as they are older.
create table recent_visits (
  brand_id uuid not null references brands (id) on delete cascade,
  mark bytea not null,
  seen_at timestamptz not null,
  primary key (brand_id, mark)
);

-- When the script of a brand was last heard, and on which host: written at most once a minute.
create table pixel_sightings (
  brand_id uuid not null references brands (id) on delete cascade,
  is_own boolean not null,
  seen_at timestamptz not null,
  host text not null,
  primary key (brand_id, is_own)
);

-- What AI agents fetched, out of the logs of a brand's own server. `mark` tells lines apart, so that a log that is imported
-- again adds nothing.
create table crawler_hits (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  mark bytea not null,
  agent text not null,
  path text not null,
  status smallint,
  -- The address lies in a range that the agent's operator publishes; null when no ranges were given.
  verified boolean,
  primary key (brand_id, day, mark)
);
