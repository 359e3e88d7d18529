-- What the sums of a brand are now. `version` is another one after every settling: what is computed from nothing but sums
-- can be kept as long as it stays the same. `real_platforms`: where the brand has had an answer of a real engine; simulated
-- answers of these platforms are in no sum.
create table sum_states (
  brand_id uuid primary key references brands (id) on delete cascade,
  version uuid not null,
  real_platforms text[] not null default '{}'
);
