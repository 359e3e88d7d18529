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
