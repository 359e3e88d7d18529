-- What is tracked. From here on brand_id comes first in every key and index: one brand's rows lie together,
-- and the schema can be distributed by brand without a change.

create table brands (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null unique,
  slug text not null,
  name text not null,
  domain text not null,
  domains text[] not null default '{}',
  aliases text[] not null default '{}',
  case_sensitive boolean,
  exclude_phrases text[] not null default '{}',
  -- Domain, or path of one → category, where the brand knows a source better than our lists.
  source_categories jsonb not null default '{}',
  industry text,
  region text,
  language text,
  description text,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Raised by every change of names, aliases, domains or competitors: answers read before it are to be read again.
  names_version integer not null default 1,
  tracking_code text not null unique,
  ai_token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, slug)
);

-- `number` is the entity's short name inside packed facts; 0 is the brand itself. Numbers are never used again.
create table competitors (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  number smallint not null check (number > 0),
  name text not null,
  name_key text not null,
  domain text,
  aliases text[] not null default '{}',
  case_sensitive boolean,
  exclude_phrases text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, number),
  unique (brand_id, name_key)
);

create table products (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  number smallint not null check (number > 0),
  name text not null,
  name_key text not null,
  domain text,
  aliases text[] not null default '{}',
  case_sensitive boolean,
  exclude_phrases text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, number),
  unique (brand_id, name_key)
);

-- The next free entity number of a brand; competitors and products draw from the same row.
create table entity_numbers (
  brand_id uuid primary key references brands (id) on delete cascade,
  next smallint not null default 1
);

create table topics (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, name_key)
);

create table brand_platforms (
  brand_id uuid not null references brands (id) on delete cascade,
  platform text not null,
  enabled boolean not null,
  check_frequency text not null default 'daily' check (check_frequency in ('hourly', 'daily', 'weekly', 'monthly', 'manual')),
  runs_per_prompt smallint not null default 1 check (runs_per_prompt between 1 and 20),
  last_checked_at timestamptz,
  primary key (brand_id, platform)
);

-- A deleted prompt keeps its row: its answers stay part of history, and history does not change when a prompt goes.
create table prompts (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  topic_id uuid,
  text text not null,
  text_key bytea not null,
  category text not null,
  branded boolean not null,
  region text not null default '',
  language text not null default '',
  platforms text[],
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (brand_id, id),
  foreign key (brand_id, topic_id) references topics (brand_id, id) on delete set null (topic_id)
);
create unique index prompts_text on prompts (brand_id, text_key) where deleted_at is null;
