-- A job is our own record of background work (its states, progress and result); the queue only wakes the worker.
create table jobs (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  kind text not null,
  status text not null default 'waiting' check (status in ('waiting', 'active', 'completed', 'failed', 'cancelled')),
  input jsonb not null,
  progress jsonb,
  result jsonb,
  failed_reason text,
  cancel_requested boolean not null default false,
  -- How often it was taken up without getting further than `furthest`, the most it ever had completed.
  attempts smallint not null default 0,
  furthest integer not null default 0,
  started_by jsonb not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (brand_id, id)
);
-- At most one unfinished run per brand, however many processes try. Reading again and judging may wait while an earlier
-- one is under way (names changed once more, more answers came), but two need not wait.
create unique index jobs_unfinished on jobs (brand_id, kind) where status in ('waiting', 'active') and kind not in ('reanalyse', 'judge');
create unique index jobs_waiting on jobs (brand_id, kind) where status = 'waiting';

-- One row per question asked. `entities` and the arrays beside it say what the answer says of the brand (number 0, always
-- first) and of each other entity that it names or cites. They are derived, and replaced when the answer is read again.
-- A rank is 0 when the entity is not named or is a product; a sentiment is 1 positive, 2 neutral, 3 negative, 0 unknown.
create table answers (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  job_id uuid,
  prompt_id uuid not null,
  platform text not null,
  backend text not null,
  surface text not null check (surface in ('consumer_ui', 'api', 'simulated')),
  model text not null default '',
  region text not null default '',
  language text not null default '',
  sample smallint not null default 1,
  asked_at timestamptz not null,
  answered_at timestamptz not null,
  day date not null,
  status text not null check (status in ('answered', 'empty', 'refused', 'failed')),
  failure text,
  searched boolean,
  searches text[] not null default '{}',
  input_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  analysis_version integer not null default 0,
  names_version integer not null default 0,
  entities smallint[] not null default '{}',
  mention_counts smallint[] not null default '{}',
  ranks smallint[] not null default '{}',
  own_citations smallint[] not null default '{}',
  scores_milli integer[] not null default '{}',
  sentiments smallint[] not null default '{}',
  citation_count integer not null default 0,
  primary key (brand_id, id),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id)
);
create unique index answers_once_per_run on answers (brand_id, job_id, prompt_id, platform, region, sample) where job_id is not null;
create unique index answers_once_imported on answers (brand_id, prompt_id, platform, region, answered_at, sample) where job_id is null;
create index answers_newest on answers (brand_id, prompt_id, platform, region, answered_at desc);
create index answers_day on answers (brand_id, day, platform);
-- Whether a number rests on simulated answers is asked with every metric; where there are none this index is empty.
create index answers_simulated on answers (brand_id, day) where surface = 'simulated';

-- The answer as it came: markdown, and everything a reading needs or explains, compressed by the service.
create table answer_texts (
  brand_id uuid not null,
  answer_id uuid not null,
  markdown bytea not null,
  sources bytea not null,
  raw bytea,
  reading bytea,
  primary key (brand_id, answer_id),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);
alter table answer_texts alter column markdown set storage external;
alter table answer_texts alter column sources set storage external;
alter table answer_texts alter column raw set storage external;
alter table answer_texts alter column reading set storage external;

-- What a language model said of an answer, under one wording of the question: a list of { entity, label, confidence,
-- evidence, model }. `entities` are the numbers it need not be asked about again; of others in the list it said nothing
-- usable, `failures` times in a row. Costs add up over all calls, the failed ones too; null when none is known.
-- `claimed_by` is the job that is asking, so that two of them do not pay for the same answer.
create table model_judgements (
  brand_id uuid not null,
  answer_id uuid not null,
  prompt_version smallint not null,
  entities smallint[] not null default '{}',
  judgements jsonb not null default '[]',
  cost_micros bigint,
  failures smallint not null default 0,
  judged_at timestamptz,
  claimed_by uuid,
  primary key (brand_id, answer_id, prompt_version),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);

-- What reading again has found so far. It takes the place of the old facts all at once, when every answer has been read.
create table staged_readings (
  brand_id uuid not null references brands (id) on delete cascade,
  answer_id uuid not null,
  names_version integer not null,
  entities smallint[] not null,
  mention_counts smallint[] not null,
  ranks smallint[] not null,
  own_citations smallint[] not null,
  scores_milli integer[] not null,
  sentiments smallint[] not null,
  citation_positions smallint[] not null,
  citation_urls bigint[] not null,
  citation_domains bigint[] not null,
  citation_entities smallint[] not null,
  citation_categories text[] not null,
  reading bytea not null,
  primary key (brand_id, answer_id)
);

-- Addresses are kept once per brand. The id is 53 bits (what a JavaScript number holds) of a hash of the text, so that no round trip is needed to know it;
-- a collision moves on to the next id.
create table domains (
  brand_id uuid not null references brands (id) on delete cascade,
  id bigint not null,
  host text not null,
  registrable text not null,
  primary key (brand_id, id)
);
create table urls (
  brand_id uuid not null references brands (id) on delete cascade,
  id bigint not null,
  domain_id bigint not null,
  url text not null,
  title text,
  primary key (brand_id, id)
);
create table answer_citations (
  brand_id uuid not null,
  answer_id uuid not null,
  position smallint not null,
  url_id bigint not null,
  domain_id bigint not null,
  day date not null,
  cited boolean not null,
  category text not null,
  entity smallint,
  primary key (brand_id, answer_id, position),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);
create index answer_citations_day on answer_citations (brand_id, day);
