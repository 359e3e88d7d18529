-- Tasks that scrapers were given, a row for each question of a run. A worker that takes up the run waits for them instead of
-- paying for others. `reference` is ours and told to the scraper; `task_id` is the scraper's, once it has answered.
create table scraper_tasks (
  brand_id uuid not null,
  job_id uuid not null,
  prompt_id uuid not null,
  platform text not null,
  region text not null,
  sample smallint not null,
  backend text not null,
  reference uuid not null,
  task_id text,
  cost_micros bigint,
  ordered_at timestamptz,
  primary key (brand_id, job_id, prompt_id, platform, region, sample),
  foreign key (brand_id, job_id) references jobs (brand_id, id) on delete cascade
);

-- What a scraper has delivered, as it came. It knows its task and not whose it is, so this table belongs to nobody; a run
-- looks for its own tasks here. The body goes once its answer is stored; the row stays a while, to know a repetition by.
create table scraper_deliveries (
  task_id text primary key,
  reference text,
  body bytea,
  received_at timestamptz not null
);
create index scraper_deliveries_reference on scraper_deliveries (reference);
