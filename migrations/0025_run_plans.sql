-- What a run asks: in a table of its own, for its job is looked at many times while it runs, and this only once.
-- `json`, not `jsonb`: it is written and read whole.
create table run_plans (
  brand_id uuid not null,
  job_id uuid not null,
  plan json not null,
  primary key (brand_id, job_id),
  foreign key (brand_id, job_id) references jobs (brand_id, id) on delete cascade
);

insert into run_plans (brand_id, job_id, plan)
select brand_id, id, (input -> 'plan')::json from jobs where kind = 'track' and input ? 'plan';

update jobs set input = input - 'plan' where kind = 'track' and input ? 'plan';
