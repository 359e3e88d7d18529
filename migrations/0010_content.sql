-- What could be written, or placed elsewhere, so that answers to a prompt name the brand too. `source_data` is the evidence
-- as it was last seen. `sending_until`, `writing_until`: somebody is delivering it or writing its brief, and nobody else may
-- before then; a process that dies lets go of it that way.
create table opportunities (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  prompt_id uuid not null,
  title text not null,
  description text not null,
  type text not null check (type in ('owned', 'earned')),
  impact text not null check (impact in ('high', 'medium', 'low')),
  opportunity_score double precision not null,
  source_data jsonb not null,
  status text not null default 'new' check (status in ('new', 'sent', 'in_progress', 'done', 'dismissed')),
  -- When it last became done: from then on the prompt is watched.
  done_at timestamptz,
  webhook_sent_at timestamptz,
  sending_until timestamptz,
  writing_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id) on delete cascade
);
create unique index opportunities_open on opportunities (brand_id, prompt_id)
  where status in ('new', 'sent', 'in_progress');
create index opportunities_prompt on opportunities (brand_id, prompt_id, created_at);

-- Every state an opportunity has been in, who put it there and when.
create table opportunity_changes (
  brand_id uuid not null,
  opportunity_id uuid not null,
  id uuid not null,
  from_status text,
  to_status text not null,
  note text,
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (brand_id, opportunity_id, id),
  foreign key (brand_id, opportunity_id) references opportunities (brand_id, id) on delete cascade
);

-- Every brief that was written; the newest is the opportunity's. `model` null: composed from the evidence. A call of a
-- model that gave nothing usable has its cost here too.
create table briefs (
  brand_id uuid not null,
  opportunity_id uuid not null,
  id uuid not null,
  brief jsonb not null,
  model text,
  cost_micros bigint,
  created_at timestamptz not null,
  primary key (brand_id, opportunity_id, id),
  foreign key (brand_id, opportunity_id) references opportunities (brand_id, id) on delete cascade
);
create index briefs_time on briefs (brand_id, created_at);

-- Where a brand's opportunities are sent. `secret` is sealed.
create table webhooks (
  brand_id uuid primary key references brands (id) on delete cascade,
  url text not null,
  secret bytea,
  is_active boolean not null,
  updated_at timestamptz not null
);

-- What was sent to a webhook and what came of it; `opportunity_id` null: a test.
create table webhook_deliveries (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  opportunity_id uuid,
  url text not null,
  http_status smallint,
  body text,
  error text,
  duration_ms integer not null,
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (brand_id, id),
  foreign key (brand_id, opportunity_id) references opportunities (brand_id, id) on delete cascade
);
create index webhook_deliveries_opportunity on webhook_deliveries (brand_id, opportunity_id, id);

-- Like looking for candidates, looking for opportunities may wait while an earlier look is under way.
drop index jobs_unfinished;
create unique index jobs_unfinished on jobs (brand_id, kind)
  where status in ('waiting', 'active') and kind not in ('reanalyse', 'judge', 'candidates', 'opportunities');
