-- Users, organizations and access. These tables are small and stay on one node; a brand's data is keyed by brand_id.

create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- A scrypt hash in PHC format; null for a user who has no password.
  password_hash text,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table organizations (
  id uuid primary key,
  name text not null,
  plan text not null default 'self_hosted',
  created_at timestamptz not null default now()
);

-- A person belongs to one organization. `brand_ids` null means every brand, present and future.
create table members (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null unique references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  brand_ids uuid[],
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  check (brand_ids is null or role in ('member', 'viewer'))
);

create table invitations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('admin', 'member', 'viewer')),
  brand_ids uuid[],
  token_hash bytea not null unique,
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (organization_id, id),
  check (brand_ids is null or role in ('member', 'viewer'))
);

-- Only the SHA-256 of a key is kept; `prefix` is what a person recognises it by.
create table api_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  prefix text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id)
);

-- What was done, by whom: the audit log.
create table events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null,
  actor jsonb not null,
  brand_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
