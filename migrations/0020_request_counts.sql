-- How often a key, a session, an account or an address was used in its minute, by all processes together: what each of them
-- adds about once a second. Nothing is lost with it, so it is not written ahead. `id` is a keyed hash of what is counted,
-- which says nothing to anyone else.
create unlogged table request_counts (
  id bytea primary key,
  started_at timestamptz not null,
  used integer not null
);
