-- What was paid, added up by day (UTC): each call adds to it in the transaction that keeps what it bought. It outlives its
-- brand, so that deleting one gives no money back. `unpriced` of the `calls` told no price and are in no sum. A brand_id of
-- zeros alone stands for none.
create table spend (
  organization_id uuid not null references organizations (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('answers', 'judgements', 'briefs', 'suggestions', 'volumes', 'tests')),
  engine text not null,
  brand_id uuid not null,
  calls integer not null,
  unpriced integer not null,
  cost_micros bigint not null,
  primary key (organization_id, day, kind, engine, brand_id)
);

-- The most that the organization wants to spend in a month; null is no limit of its own.
alter table organizations add column spend_limit_micros bigint check (spend_limit_micros >= 0);
