-- Sums of whole numbers made from the answers, so that a metric costs what its days and prompts cost, not its answers.
-- `entity` is the number of the brand (0), a competitor or a product. Everything here can be thrown away and made again.

-- Numbers that keep the sums narrow: of where an answer came from, and of the prompt that it answers.
create table segments (
  brand_id uuid not null references brands (id) on delete cascade,
  number smallint not null check (number > 0),
  platform text not null,
  model text not null,
  region text not null,
  primary key (brand_id, number),
  unique (brand_id, platform, model, region)
);
create table prompt_numbers (
  brand_id uuid not null references brands (id) on delete cascade,
  number integer not null check (number > 0),
  prompt_id uuid not null,
  primary key (brand_id, number),
  unique (brand_id, prompt_id)
);

-- What the answers from a segment sum up to: `prompts` for each prompt, `entities` for each entity in the answers to it, the
-- brand too. Both are packed rows (src/metrics/rollups/packed-rows.ts) of the sums in src/metrics/rollups/counters.ts. `part` 'day': of
-- that day. 'month': from the first day of its month through `day`, on every day that has answers for every segment that the
-- month has had by then. 'before': everything before the month that begins on `day`. What a window holds is what is through
-- its end less what is through the day before it, whatever its length.
create table cell_sums (
  brand_id uuid not null references brands (id) on delete cascade,
  part text not null check (part in ('day', 'month', 'before')),
  day date not null,
  segment smallint not null,
  prompts bytea not null,
  entities bytea not null,
  primary key (brand_id, part, day, segment)
);
alter table cell_sums alter column prompts set storage external;
alter table cell_sums alter column entities set storage external;

-- What a trend shows of each day and each ISO week (by its Monday), for each segment, and for all together under 0.
-- `score_strata` is what the interval of the mean score needs of the prompts. Packed: the segments and the prompts that have
-- answers, and the score of each entity.
create table span_sums (
  brand_id uuid not null references brands (id) on delete cascade,
  grain text not null check (grain in ('day', 'week')),
  segment smallint not null,
  start date not null,
  answers integer not null,
  named integer not null,
  mentions integer not null,
  own_citations integer not null,
  score_milli bigint not null,
  score_strata jsonb not null,
  segments bytea not null,
  prompts bytea not null,
  entity_scores bytea not null,
  primary key (brand_id, grain, segment, start)
);

-- What the answers to a prompt sum up to on a day, as far as a trend shows it, packed (src/metrics/rollups/prompt-rollups.ts): what
-- spans are made of, and what a filter on prompts, whose spans nobody could foresee, reads.
create table span_lists (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  prompt integer not null,
  list bytea not null,
  primary key (brand_id, day, prompt)
);
alter table span_lists alter column list set storage external;

-- What can be cited, numbered without gaps for each kind: a registrable domain (`name`), that or an address (`url_id`) in a
-- category, a category alone. What does not tell sources of a kind apart is 0 or empty. An address carries the numbers of its
-- domain, of that in its category and of the category (0 for an address on no domain), so that citations are counted by
-- numbers alone.
create table sources (
  brand_id uuid not null references brands (id) on delete cascade,
  kind text not null check (kind in ('domain', 'domain_category', 'url', 'category')),
  number integer not null check (number > 0),
  url_id bigint not null,
  name text not null,
  category text not null,
  domain_number integer not null default 0,
  pair_number integer not null default 0,
  category_number integer not null default 0,
  primary key (brand_id, kind, number),
  -- With all that is asked of an address, so that the thousands which a day cites are found in the index alone.
  unique (brand_id, kind, url_id, name, category) include (number, domain_number, pair_number, category_number)
);

-- How often each source was cited in a period from a segment, and from all together under 0, packed: a top list over any range
-- adds up all sources of its periods, which takes fewer milliseconds than the rows of the most cited alone would. Months and
-- years are there once they are closed.
create table source_tallies (
  brand_id uuid not null references brands (id) on delete cascade,
  kind text not null,
  grain text not null check (grain in ('day', 'month', 'year')),
  start date not null,
  segment smallint not null,
  tally bytea not null,
  primary key (brand_id, kind, grain, start, segment)
);
alter table source_tallies alter column tally set storage external;

-- What the answers to a prompt cite, packed as numbers of sources: for a filter on prompts, whose tallies nobody could foresee.
create table source_lists (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  prompt integer not null,
  list bytea not null,
  primary key (brand_id, day, prompt)
);
alter table source_lists alter column list set storage external;

-- Products shown as cards beside an answer. `entity` is whose product it is, as far as its title and brand say; it is found
-- when the day is settled, and until then the card counts nowhere.
create table shopping_cards (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  answer_id uuid not null,
  day date not null,
  position integer not null,
  product_title text not null,
  product_brand text,
  price_amount double precision,
  price_currency text,
  merchant text,
  merchant_domain text,
  url text,
  image_url text,
  rating double precision,
  review_count integer,
  is_settled boolean not null default false,
  entity smallint,
  primary key (brand_id, id),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);
create index shopping_cards_day on shopping_cards (brand_id, day);
create index shopping_cards_answer on shopping_cards (brand_id, answer_id);

-- People who came from an AI platform; `page` is a path, `country` 'ZZ' when it is not known.
create table visits (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  visited_at timestamptz not null,
  day date not null,
  platform text not null,
  page text not null,
  country text not null default 'ZZ',
  primary key (brand_id, id)
);
create index visits_day on visits (brand_id, day);

create table daily_visits (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  platform text not null,
  dimension text not null check (dimension in ('all', 'page', 'country')),
  name text not null,
  visits integer not null,
  primary key (brand_id, dimension, day, platform, name)
);

-- How often people search for what a prompt asks, as a source says it; empty without a source.
create table prompt_volumes (
  brand_id uuid not null references brands (id) on delete cascade,
  prompt_id uuid not null,
  intent text,
  keywords jsonb not null,
  -- Null where the source says nothing: a number that nobody measured is not made up.
  total_volume bigint,
  est_ai_volume_low bigint,
  est_ai_volume_high bigint check (est_ai_volume_high >= est_ai_volume_low),
  source text not null,
  method text not null,
  fetched_at timestamptz not null,
  primary key (brand_id, prompt_id),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id) on delete cascade
);

-- Questions without an answer are outside every sum; a trend says on which days there were some.
create index answers_failed on answers (brand_id, day, platform) where status = 'failed';

-- Appended in the transaction that changes a day's facts, taken away by the one that recomputes the day. Append-only on
-- purpose: a unique mark that a writer finds already there is lost when the settler deletes it before the writer commits.
create table sum_marks (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  id uuid not null,
  primary key (brand_id, day, id)
);
