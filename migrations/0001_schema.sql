-- The schema of a new installation.
--
-- Tables of people and organizations are small. Every table of a brand has brand_id first in its primary key and in its
-- indexes: the rows of one brand are adjacent, no query joins brands, and the schema can be distributed by brand.

-- People, organizations and access

-- `password_hash` is a PHC string, which includes its algorithm and cost. Addresses are not verified, so an account that
-- someone created for the address of another person must not keep that person out: an address has one account of its own
-- and one per organization that invited it (`invited_to`), each with its own password.
-- A person, with one account per email address. `email_verified_by` is how the address was confirmed: by a link in an
-- email, by an identity provider or by the administrator of the installation; null: it is not confirmed.
create table users (
  id uuid primary key,
  name text not null,
  -- A service account is a member of one organization whose API keys belong to no person. It has no address and no password,
  -- and cannot sign in.
  kind text not null default 'person' check (kind in ('person', 'service')),
  email text unique check (email = lower(email)),
  email_verified_by text check (email_verified_by in ('email', 'provider', 'administrator')),
  password_hash text,
  -- The language of the dashboard; null is the language of the browser.
  language text check (language in ('en', 'de', 'fr', 'es', 'ja')),
  -- The organization that the person used last, in which the next sign-in starts.
  last_organization_id uuid,
  last_signed_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'person') = (email is not null)),
  check (kind = 'person' or password_hash is null)
);

-- Links that verify an address, or that the administrator passes on. Only the SHA-256 of a token is stored, and a
-- used link is deleted. `email` is the address that the link is about; `user_id` is null for a sign-up.
create table email_links (
  token_hash bytea primary key,
  kind text not null check (kind in ('sign_up', 'verify', 'reset', 'change', 'undo')),
  email text not null check (email = lower(email)),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index email_links_email on email_links (email);
create index email_links_user on email_links (user_id);

-- Values that belong to one browser, which has the token in a cookie, and that are used once within minutes: a sign-in that
-- waits for its second factor or for a provider, challenges of passkeys, and the secret of an authenticator app that no code has confirmed yet.
-- Only the SHA-256 of the token is stored. `user_id` is null while
-- it is not known who signs in.
create table sign_in_challenges (
  token_hash bytea primary key,
  kind text not null check (kind in ('second_factor', 'passkey', 'passkey_registration', 'provider', 'totp', 'connection')),
  user_id uuid references users (id) on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- The secret that an authenticator app shares, encrypted. `last_used_step`: the number of the half minute whose code was used
-- last; only later codes are accepted.
create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  secret bytea not null,
  last_used_step bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- `user_handle` is the random id of the account on authenticators, the same for all passkeys of a person. `counter` is the
-- number of uses that the authenticator reports; synced passkeys report 0.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  user_handle bytea not null,
  counter bigint not null,
  transports text[] not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Codes for a person who has lost the second factor. They have 80 random bits, so the SHA-256 of a code is enough. A used
-- code is deleted.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Attempts to sign in, by account and IP address, in a keyed digest of both. `failures` are consecutive.
create table sign_in_attempts (
  id bytea primary key,
  failures integer not null,
  last_attempt_at timestamptz not null,
  signed_in_at timestamptz
);

-- `spend_limit_micros` is the organization's own monthly limit; null means unlimited.
create table organizations (
  id uuid primary key,
  name text not null,
  plan text not null default 'self_hosted',
  spend_limit_micros bigint check (spend_limit_micros >= 0),
  -- How the dashboard shows times: an IANA name, or null for the zone of each user's browser.
  time_zone text,
  week_start text not null default 'monday' check (week_start in ('monday', 'sunday', 'saturday')),
  -- After how many days data is deleted; null: it is kept. Rollups are not affected.
  raw_payload_days integer check (raw_payload_days > 0),
  answer_text_days integer check (answer_text_days > 0),
  visit_days integer check (visit_days > 0),
  audit_log_days integer check (audit_log_days > 0),
  -- From when on members need a second factor; null: they do not.
  second_factor_required_from timestamptz,
  -- Visits of earlier days may have been deleted: only the rollups count them.
  visits_deleted_before date,
  created_at timestamptz not null default now()
);

-- The language model that a person chose for a use; without a row, the settings decide. `vendor`: the API vendor to which texts of
-- answers may be sent; null: none, rules decide. `from_day`: the first day whose answers the model reads.
create table model_choices (
  organization_id uuid not null references organizations (id) on delete cascade,
  use text not null check (use in ('sentiment', 'claims')),
  vendor text,
  model text,
  from_day date,
  primary key (organization_id, use)
);

-- Exclusive work that holds no database connection while it waits for the network, such as `export` or `brief <opportunity>`.
-- The lease of a crashed process expires.
create table leases (
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  until timestamptz not null,
  primary key (organization_id, name)
);

-- A user belongs to one organization. `brand_ids` null is every brand, present and future.
create table members (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'client')),
  brand_ids uuid[],
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  check (brand_ids is null or role in ('editor', 'viewer', 'client')),
  check (role <> 'client' or brand_ids is not null)
);
create index members_user on members (user_id);

-- The OpenID Connect provider of an organization. `client_secret` is encrypted. `default_role` is the role of new members
-- whom no rule names; null refuses them. With `is_required`, a session that another method opened cannot show the
-- organization, unless it is of the owner with emergency access.
create table sso_providers (
  id uuid primary key,
  organization_id uuid not null unique references organizations (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  groups_claim text not null,
  default_role text check (default_role in ('editor', 'viewer')),
  is_required boolean not null default false,
  emergency_user_id uuid,
  updated_at timestamptz not null,
  foreign key (organization_id, emergency_user_id) references members (organization_id, user_id),
  check (not is_required or emergency_user_id is not null)
);

-- Domains whose addresses sign in with the provider, once a TXT record with `token` has shown that the organization
-- controls the domain. `missing_since`: later checks have not found the record.
create table sso_domains (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain)),
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  missing_since timestamptz,
  primary key (organization_id, id),
  unique (organization_id, domain)
);
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;

-- The role and brands of the members of a group at the provider. Of several groups of a person, the first rule by `position`
-- applies.
create table sso_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  group_name text not null,
  position integer not null,
  role text not null check (role in ('admin', 'editor', 'viewer', 'client')),
  brand_ids uuid[],
  primary key (organization_id, id),
  unique (organization_id, group_name),
  check (brand_ids is null or role in ('editor', 'viewer', 'client')),
  check (role <> 'client' or brand_ids is not null)
);

-- How a person is known to an identity provider. The issuer and the subject identify the person; the address can change.
-- `provider_id`: the organization's provider through which the identity was added; null for a provider of the settings.
create table identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  provider_id uuid references sso_providers (id) on delete cascade,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- A signed-in browser. Only the SHA-256 of its token is stored. `organization_id` is the organization that the browser
-- shows: removing the member ends the session. `methods` are how the person authenticated, the last time at
-- `authenticated_at`. `sso_provider_id`: the organization's provider that opened the session.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid,
  sso_provider_id uuid references sso_providers (id) on delete cascade,
  token_hash bytea not null unique,
  methods text[] not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_member on sessions (organization_id, user_id);

create table invitations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('admin', 'editor', 'viewer', 'client')),
  brand_ids uuid[],
  -- The link that the inviter passes on, and the link in the email, which also verifies the address.
  token_hash bytea not null unique,
  emailed_token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (organization_id, id),
  check (brand_ids is null or role in ('editor', 'viewer', 'client')),
  check (role <> 'client' or brand_ids is not null)
);

-- Only the SHA-256 of a key is stored; `prefix` lets people recognize it. `access` and `brand_ids` limit what the key may
-- do with the rights of its user; `brand_ids` null is every brand of the user.
create table api_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  prefix text not null,
  token_hash bytea not null unique,
  -- Null: everything that the role allows.
  scopes text[] check (scopes <@ '{read,run,content,manage}' and cardinality(scopes) > 0),
  brand_ids uuid[],
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- The key that replaces this one, which works until it expires.
  successor_id uuid,
  primary key (organization_id, id)
);

-- What a person allows an app, an OAuth client, to do in one organization. Deleting the row ends it, and removing the member
-- deletes it. `client_id` is a URL for a client with a metadata document; the client itself chooses `client_name`.
-- `redirect_uri` is where the app receives codes. `brand_ids` null is every brand of the person.
create table oauth_grants (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  scopes text[] not null check (scopes <@ '{read,run,content,manage}' and cardinality(scopes) > 0),
  brand_ids uuid[],
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index oauth_grants_member on oauth_grants (organization_id, user_id);
create index oauth_grants_user on oauth_grants (user_id);
create index oauth_grants_client on oauth_grants (client_id);

-- What the OAuth server remembers: registered clients, open requests, codes and tokens. `id_hash` is the SHA-256 of the code,
-- token or id, and `payload` does not contain it. `expires_at` null: a registered client with a grant.
create table oauth_records (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id uuid references oauth_grants (id) on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id_hash)
);
create index oauth_records_grant on oauth_records (grant_id);
create index oauth_records_expiry on oauth_records (expires_at);

-- The audit log: events with their author, time and request. `address_hash` is a keyed hash.
--
-- In every table with them, the columns `actor_*` are who wrote the row: `actor_kind` is user, api_key, grant, callback,
-- cron, system or anonymous. The name of the person and the name of the API key or app are stored as they were then, and the
-- ids are not foreign keys: all of them stay after the person, the key or the grant is deleted.
create table audit_log (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null,
  actor_kind text not null,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  brand_id uuid,
  data jsonb not null default '{}',
  request_id text,
  address_hash text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);

-- What remains of a deleted organization, whose events are deleted with it.
create table deleted_organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz not null,
  actor_kind text not null,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  request_id text,
  address_hash text
);

-- Spend by UTC day. Each paid call is added in the transaction that stores its result. `estimated_micros` is the part of
-- the sum that is an upper estimate, because the model has no known price. Rows outlive their brand: deleting a brand does not restore budget. A brand_id of zeros is none.
create table spend (
  organization_id uuid not null references organizations (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('answers', 'sentiment', 'claims', 'briefs', 'suggestions', 'volumes', 'tests')),
  engine text not null,
  brand_id uuid not null,
  calls integer not null,
  cost_micros bigint not null,
  estimated_micros bigint not null,
  primary key (organization_id, day, kind, engine, brand_id)
);

-- An organization's keys at engine vendors and its monthly limits for queries to them. `credentials` is an encrypted JSON
-- object of settings and values, which wins over the settings of the installation; null: only the limit is set.
create table engine_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  backend text not null,
  credentials bytea,
  last_characters text,
  spend_limit_micros bigint check (spend_limit_micros >= 0),
  updated_at timestamptz not null,
  primary key (organization_id, backend),
  check (credentials is not null or spend_limit_micros is not null)
);

-- Rate limit counters per minute, shared by all web processes, which add to them about once a second. Losing them is
-- harmless, so the table is unlogged. `id` is a keyed hash of what is counted.
create unlogged table rate_limit_counts (
  id bytea primary key,
  started_at timestamptz not null,
  used integer not null
);

-- Messages that members triggered, by day. `id` is a keyed hash of the organization or the recipient.
create table mail_counts (
  day date not null,
  id bytea not null,
  count integer not null,
  primary key (day, id)
);

-- The processes that query an engine, recorded about once a second, so that they divide its limits between them. `limiter` is
-- the vendor, with the organization whose key it uses and the platform where limits are separate.
create unlogged table engine_limit_users (
  limiter text not null,
  process_id uuid not null,
  seen_at timestamptz not null,
  primary key (limiter, process_id)
);

-- The timers whose last run failed. `failures`: in a row.
create table failing_timers (
  name text primary key,
  failing_since timestamptz not null,
  failures int not null,
  error text not null
);

-- One row, which the health check writes to find out whether the database accepts writes.
create table health_checks (
  id boolean primary key default true check (id),
  checked_at timestamptz not null
);

-- Brands and what is tracked

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
  -- Domain or path → category, where the brand classifies a source differently from the built-in lists.
  source_categories jsonb not null default '{}',
  industry text not null default '',
  region text not null default '',
  language text,
  description text,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Fictional, with generated answers only: never queried, and in no digest.
  is_demo boolean not null default false,
  -- The monthly spending limit of the brand, below those of the organization. Null: no limit of its own.
  spend_limit_micros bigint check (spend_limit_micros >= 0),
  -- How many cited pages per day are requested for the brand. Null: CITED_PAGES_PER_DAY; 0: none.
  pages_per_day integer check (pages_per_day between 0 and 1000),
  -- Incremented by every change of names, aliases, domains or competitors: older analyses are outdated.
  names_version integer not null default 1,
  -- Incremented by every change of approved facts: answers that were compared with an older version are compared again.
  facts_version integer not null default 0,
  tracking_code text not null unique,
  -- Part of every callback token: incrementing it revokes all tokens of the brand.
  callback_token_version integer not null default 1,
  ai_files_token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, slug)
);

-- `entity_no` identifies the entity in the facts of answers; 0 is the brand. Numbers are never reused.
create table competitors (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  entity_no smallint not null check (entity_no > 0),
  name text not null,
  normalized_name text not null,
  domain text,
  aliases text[] not null default '{}',
  case_sensitive boolean,
  exclude_phrases text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, entity_no),
  unique (brand_id, normalized_name)
);

create table products (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  entity_no smallint not null check (entity_no > 0),
  name text not null,
  normalized_name text not null,
  domain text,
  aliases text[] not null default '{}',
  case_sensitive boolean,
  exclude_phrases text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, entity_no),
  unique (brand_id, normalized_name)
);

-- The next entity number of a brand, shared by competitors and products.
create table entity_numbers (
  brand_id uuid primary key references brands (id) on delete cascade,
  next smallint not null default 1
);

-- One changed entity per version of a brand's names: `before` and `after` the change, null where it did not exist. An
-- answer that cannot contain such an entity keeps its analysis. A version without a row requires a full reanalysis.
create table name_changes (
  brand_id uuid not null references brands (id) on delete cascade,
  names_version integer not null,
  before jsonb,
  after jsonb,
  primary key (brand_id, names_version)
);

-- Names that recur in answers and are not tracked. Derived from stored answers, except for the status that people set.
create table competitor_suggestions (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  name text not null,
  normalized_name text not null,
  domain text,
  answers integer not null,
  prompts integer not null,
  platforms text[] not null,
  first_day date not null,
  last_day date not null,
  examples jsonb not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'dismissed')),
  updated_at timestamptz not null,
  primary key (brand_id, id),
  unique (brand_id, normalized_name)
);

create table topics (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  name text not null,
  normalized_name text not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, normalized_name)
);

-- Who asks a prompt: runs send `instruction`, a blank line, and the text of the prompt.
create table personas (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  name text not null,
  normalized_name text not null,
  instruction text not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, normalized_name)
);

-- What is true about a brand; answers are compared with approved facts. `subject`: what the value belongs to, such as a plan.
-- `earlier`: values before `valid_from`, as a list of { value, valid_from, valid_until }, oldest first. `approved_version`: the
-- `facts_version` of the approval; answers compared with an older version say nothing about the fact. `own_pages`: the pages from which
-- it was proposed, and those that contradict them, as a list of { url, value, quote }.
create table facts (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  kind text not null,
  subject text not null,
  normalized_subject text not null,
  statement text not null,
  value jsonb not null,
  unit text,
  valid_from date,
  earlier jsonb not null default '[]',
  source_url text,
  own_pages jsonb not null default '[]',
  status text not null check (status in ('proposed', 'approved', 'rejected')),
  approved_version integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id)
);
-- Approved facts do not contradict each other.
create unique index facts_subject on facts (brand_id, kind, normalized_subject) where status = 'approved';

-- Notes that users write on trend charts, such as the relaunch of a site. `text` is one line.
create table notes (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  day date not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id)
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

-- A deleted prompt keeps its row, because its answers stay part of the history.
create table prompts (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  topic_id uuid,
  persona_id uuid,
  text text not null,
  text_hash bytea not null,
  category text not null,
  branded boolean not null,
  region text not null default '',
  language text not null default '',
  platforms text[],
  tags text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The prompt that an edit created in place of this one, which is deleted since.
  replaced_by uuid,
  -- The prompt whose answer this one follows up, in the same conversation.
  follows uuid,
  primary key (brand_id, id),
  foreign key (brand_id, topic_id) references topics (brand_id, id),
  foreign key (brand_id, persona_id) references personas (brand_id, id)
);
create unique index prompts_text on prompts (brand_id, text_hash) where deleted_at is null;
-- A conversation has no branches.
create unique index prompts_follows on prompts (brand_id, follows) where deleted_at is null;

-- Prompts that scheduled runs ask less often on a platform: in every n-th run (`every`). Without a row, in every run.
create table prompt_frequencies (
  brand_id uuid not null references brands (id) on delete cascade,
  prompt_id uuid not null,
  platform text not null,
  every smallint not null check (every in (2, 4, 7, 14, 28)),
  primary key (brand_id, prompt_id, platform),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id)
);

-- Filters of the dashboard that a user has saved for a brand, as the query string of its URL.
create table saved_views (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  search text not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  unique (brand_id, user_id, name)
);

-- What a team does to get a brand mentioned on a site that answers cite.
create table source_outreach (
  brand_id uuid not null references brands (id) on delete cascade,
  -- Registrable domain.
  domain text not null,
  status text not null default 'new' check (status in ('new', 'contacted', 'listed', 'not_relevant')),
  status_changed_at timestamptz,
  -- A user; has no effect once the user is no longer a member.
  owner_id uuid,
  contact text not null default '',
  follow_up_on date,
  notes text not null default '',
  updated_at timestamptz not null,
  primary key (brand_id, domain)
);

-- Monthly searches for the keywords of a prompt, as reported by `source`; null where the source has no figure.
create table prompt_volumes (
  brand_id uuid not null references brands (id) on delete cascade,
  prompt_id uuid not null,
  intent text,
  keywords jsonb not null,
  total_volume bigint,
  est_ai_volume_low bigint,
  est_ai_volume_high bigint check (est_ai_volume_high >= est_ai_volume_low),
  source text not null,
  -- A message.
  method jsonb not null,
  fetched_at timestamptz not null,
  primary key (brand_id, prompt_id),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id) on delete cascade
);

-- Uploaded lists of keywords. `lines` have content; of these, `rejected` have no keyword, `repeated` repeat one of the file, and
-- `left_out` have less volume than those that are kept. `columns`: what each column of the file contains.
create table keyword_files (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  file_name text not null,
  -- Empty for one keyword per line.
  delimiter text not null,
  columns text[] not null,
  lines integer not null default 0,
  rejected integer not null default 0,
  repeated integer not null default 0,
  left_out integer not null default 0,
  created_at timestamptz not null,
  primary key (brand_id, id)
);

-- `position`: the first line of the file with the keyword. `volume`: searches per month, null if the file has none.
create table keyword_rows (
  brand_id uuid not null,
  file_id uuid not null,
  keyword text not null,
  position integer not null,
  volume bigint,
  primary key (brand_id, file_id, keyword),
  foreign key (brand_id, file_id) references keyword_files (brand_id, id) on delete cascade
);

-- What the last audit of a page of the brand's site has read. `headings`: of all levels, the main heading first, and questions
-- of the structured data. `products`: names of the products that the structured data describes.
create table site_pages (
  brand_id uuid not null references brands (id) on delete cascade,
  url text not null,
  title text not null,
  headings text[] not null,
  products text[] not null,
  -- Facts of the structured data: a list of { kind, subject, value, unit }.
  facts jsonb not null default '[]',
  -- The title and the start of the main text, one line per block.
  text text not null default '',
  language text,
  read_at timestamptz not null,
  primary key (brand_id, url)
);

-- Search queries that a person has tracked as prompts or dismissed. `query_hash`: of the normalized text.
create table prompt_candidate_decisions (
  brand_id uuid not null references brands (id) on delete cascade,
  query_hash bytea not null,
  query text not null,
  decision text not null check (decision in ('tracked', 'dismissed')),
  decided_at timestamptz not null,
  primary key (brand_id, query_hash)
);

-- Jobs and runs

-- The record of background work; the queue only wakes workers. `subject` distinguishes jobs of one kind, such as the URL
-- of an audit. `attempts` counts claims without progress beyond `furthest`, the most that was ever completed.
create table jobs (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  kind text not null,
  subject text not null default '',
  status text not null default 'waiting' check (status in ('waiting', 'active', 'completed', 'failed', 'cancelled')),
  input jsonb not null,
  progress jsonb,
  result jsonb,
  failed_reason jsonb,
  cancel_requested boolean not null default false,
  attempts smallint not null default 0,
  furthest integer not null default 0,
  actor_kind text not null,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (brand_id, id)
);
-- At most one unfinished job per kind and subject. Jobs that process "everything new" may wait while an earlier one runs,
-- because that one has not seen the newest answers; a second waiting one is not needed.
create unique index jobs_unfinished on jobs (brand_id, kind, subject)
  where status in ('waiting', 'active') and kind not in ('reanalyze', 'sentiment', 'candidates', 'opportunities', 'claims');
create unique index jobs_waiting on jobs (brand_id, kind, subject) where status = 'waiting';

-- The queries of a run, read once when it starts. `json`, not `jsonb`: it is written and read whole.
create table run_plans (
  brand_id uuid not null,
  job_id uuid not null,
  plan json not null,
  primary key (brand_id, job_id),
  foreign key (brand_id, job_id) references jobs (brand_id, id) on delete cascade
);

-- Tasks submitted to scrapers, one per query of a run. A worker that resumes the run waits for them instead of paying
-- again. `reference` is our id, sent with the task; `task_id` is the scraper's, once known.
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

-- Callbacks of scrapers as received. A callback names its task, not a brand; the run that submitted the task collects it.
-- The body is removed once its answer is stored; the row stays for a while to recognize a repeated callback.
create table scraper_callbacks (
  task_id text primary key,
  reference text,
  body text,
  received_at timestamptz not null
);
create index scraper_callbacks_reference on scraper_callbacks (reference);

-- Answers

-- One row per query. `entities` and its parallel arrays contain the facts of the answer about the brand (number 0, always
-- first) and about each other entity that it mentions or cites. They are derived and replaced by a reanalysis. A rank is
-- 0 when the entity is not mentioned or is a product; a sentiment is 1 positive, 2 neutral, 3 negative, 0 unknown.
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
  -- How many runs of the schedule the answer represents: its weight in shares and means (docs/statistics.md).
  weight smallint not null default 1 check (weight between 1 and 28),
  queried_at timestamptz not null,
  answered_at timestamptz not null,
  day date not null,
  status text not null check (status in ('answered', 'empty', 'refused', 'failed')),
  failure jsonb,
  searched boolean,
  searches text[] not null default '{}',
  -- Of each search, a hash of its words (src/search-queries/search-key.ts); null for a search that repeats an earlier one of the answer.
  search_keys bigint[] not null default '{}',
  input_tokens integer,
  output_tokens integer,
  cost_micros bigint,
  -- The cost is an upper estimate.
  cost_estimated boolean not null default false,
  -- Parts of the response that this version did not know, such as `output item "foo"`.
  unrecognized text[] not null default '{}',
  analysis_version integer not null default 0,
  names_version integer not null default 0,
  entities smallint[] not null default '{}',
  mention_counts smallint[] not null default '{}',
  ranks smallint[] not null default '{}',
  own_citations smallint[] not null default '{}',
  score_millipoints integer[] not null default '{}',
  sentiments smallint[] not null default '{}',
  citation_count integer not null default 0,
  primary key (brand_id, id),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id)
);
create unique index answers_once_per_run on answers (brand_id, job_id, prompt_id, platform, region, sample) where job_id is not null;
create unique index answers_once_imported on answers (brand_id, prompt_id, platform, region, answered_at, sample) where job_id is null;
create index answers_newest on answers (brand_id, prompt_id, platform, region, answered_at desc);
create index answers_day on answers (brand_id, day, platform);
-- Every metric checks whether simulated answers are among those counted; without any, this index is empty.
create index answers_simulated on answers (brand_id, day) where surface = 'simulated';
-- Failed queries, and refused and empty answers, are in no rollup; a trend marks the days that have some.
create index answers_unrecognized on answers (brand_id, day) where cardinality(unrecognized) > 0;
create index answers_not_counted on answers (brand_id, day, platform) where status <> 'answered';

-- The answer as received: Markdown, sources, the engine's raw payload, which the service compresses with zstd, and the
-- analysis (src/answers/stored-analysis.ts).
create table answer_texts (
  brand_id uuid not null,
  answer_id uuid not null,
  markdown text not null,
  sources json not null,
  raw bytea,
  analysis json,
  primary key (brand_id, answer_id),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);
alter table answer_texts alter column raw set storage external;

-- What a language model decided about an answer, per use, version of the prompt and model (`classifier`). `results` is the list that
-- the use reads (src/reanalysis/llm-sentiment.ts, src/claims/llm-verdicts.ts). `done`: what needs no further call, entities by their
-- number or facts by their content. `failures` counts consecutive unusable replies. Costs include failed calls; null when
-- no price is known. `claimed_by` is the job that is querying, so that no answer is paid for twice.
create table llm_results (
  brand_id uuid not null,
  answer_id uuid not null,
  classifier text not null,
  done text[] not null default '{}',
  results jsonb not null default '[]',
  cost_micros bigint,
  failures smallint not null default 0,
  saved_at timestamptz,
  claimed_by uuid,
  primary key (brand_id, answer_id, classifier),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);

-- The label that a person gave an answer toward the brand. It replaces the classified one and survives reanalysis.
-- `classified_label` and `classified_by` are what it replaced.
create table sentiment_corrections (
  brand_id uuid not null,
  answer_id uuid not null,
  label text not null check (label in ('positive', 'neutral', 'negative')),
  classified_label text not null,
  classified_by text not null check (classified_by in ('rules', 'model')),
  corrected_at timestamptz not null,
  primary key (brand_id, answer_id),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);

-- Answers that were compared with the facts of a brand, and the versions of its facts and names at that time.
create table fact_comparisons (
  brand_id uuid not null,
  answer_id uuid not null,
  facts_version integer not null,
  names_version integer not null,
  primary key (brand_id, answer_id)
);
alter table fact_comparisons add foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade;

-- What an answer states about a fact. Without a row, a compared answer does not state it. `start_offset`, `end_offset`: the quote
-- in the Markdown, in UTF-16 units. `compared_verdict`: the verdict of the comparison, which a person may have corrected. `method`:
-- what compared; the verdicts of a model are copies of `llm_results`.
create table claims (
  brand_id uuid not null,
  answer_id uuid not null,
  fact_id uuid not null,
  verdict text not null check (verdict in ('right', 'wrong', 'outdated', 'not_stated')),
  start_offset integer,
  end_offset integer,
  compared_verdict text not null,
  method text not null default 'rules' check (method in ('rules', 'model')),
  is_corrected boolean not null default false,
  primary key (brand_id, answer_id, fact_id)
);
alter table claims add foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade;
alter table claims add foreign key (brand_id, fact_id) references facts (brand_id, id) on delete cascade;
create index claims_fact on claims (brand_id, fact_id, verdict);

-- The verdicts that people corrected, newest last.
create table claim_corrections (
  brand_id uuid not null,
  answer_id uuid not null,
  fact_id uuid not null,
  id uuid not null,
  verdict text not null,
  previous_verdict text not null,
  actor_kind text not null,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  corrected_at timestamptz not null,
  primary key (brand_id, answer_id, fact_id, id)
);
alter table claim_corrections add foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade;
alter table claim_corrections add foreign key (brand_id, fact_id) references facts (brand_id, id) on delete cascade;

-- Results of a reanalysis in progress. They replace the old facts in one step when every answer has been analyzed.
create table staged_analyses (
  brand_id uuid not null references brands (id) on delete cascade,
  answer_id uuid not null,
  names_version integer not null,
  entities smallint[] not null,
  mention_counts smallint[] not null,
  ranks smallint[] not null,
  own_citations smallint[] not null,
  score_millipoints integer[] not null,
  sentiments smallint[] not null,
  citation_positions smallint[] not null,
  citation_urls bigint[] not null,
  citation_domains bigint[] not null,
  citation_entities smallint[] not null,
  citation_categories text[] not null,
  analysis json not null,
  primary key (brand_id, answer_id)
);

-- The same for the answers of a batch whose analysis does not change: only their version advances.
create table staged_unchanged (
  brand_id uuid not null references brands (id) on delete cascade,
  last_answer_id uuid not null,
  names_version integer not null,
  answer_ids uuid[] not null,
  primary key (brand_id, last_answer_id)
);

-- URLs and domains, once per brand. The id is 53 bits (what a JavaScript number holds) of a hash of the text, known
-- without a round trip; on a collision the later text gets the next free id.
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
  primary key (brand_id, id),
  -- Citations refer to both numbers, so that the domain of a citation is the domain of its URL.
  unique (brand_id, domain_id, id),
  foreign key (brand_id, domain_id) references domains (brand_id, id)
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
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade,
  foreign key (brand_id, domain_id, url_id) references urls (brand_id, domain_id, id)
);
create index answer_citations_day on answer_citations (brand_id, day);
create index answer_citations_url on answer_citations (brand_id, url_id);

-- Hosts whose pages are read, one request at a time. A job claims a host until `next_request_at`, and then sets the end of the
-- pause. `robots_text` is robots.txt, and `robots_kind` is what the response to its request means.
create table page_hosts (
  host text primary key,
  next_request_at timestamptz not null,
  claimed_by uuid,
  robots_kind text check (robots_kind in ('rules', 'absent', 'unreachable')),
  robots_text text not null default '',
  robots_expires_at timestamptz
);

-- Cited pages as they were last read, in one row for all brands, which does not say which brands track the page. `text`: the
-- title and the main text, compressed by PostgreSQL. `changed_at`: when a change of the text was last noticed; null for none.
create table web_pages (
  url_hash bytea primary key,
  url text not null,
  state text not null,
  read_at timestamptz not null,
  changed_at timestamptz,
  etag text,
  last_modified text,
  text_hash bytea,
  text text,
  properties jsonb
);
create index web_pages_read on web_pages (read_at);

-- What cited pages say about a brand. `state`: null before the first check. `named`: numbers of the brand (0) and of competitors in the
-- order of their first mention. `fetched_on`: the day whose budget the last request of this brand counts against. `requested_at`: when
-- someone asked to read the page again; null after it was read.
create table cited_pages (
  brand_id uuid not null references brands (id) on delete cascade,
  url_id bigint not null,
  state text,
  read_at timestamptz,
  changed_at timestamptz,
  fetched_on date,
  requested_at timestamptz,
  names_version integer not null default 0,
  named smallint[] not null default '{}',
  title text,
  kind text,
  author text,
  published date,
  modified date,
  language text,
  blocked_agents text[] not null default '{}',
  primary key (brand_id, url_id)
);
alter table cited_pages add foreign key (brand_id, url_id) references urls (brand_id, id) on delete cascade;

-- What the stored text of a cited page states about a fact. `quote`: its words; null if the page does not state the fact. A text is
-- compared again when its hash or one of the versions differs.
create table page_claims (
  brand_id uuid not null,
  fact_id uuid not null,
  url_id bigint not null,
  verdict text not null check (verdict in ('right', 'wrong', 'outdated', 'not_stated')),
  quote text,
  text_hash bytea not null,
  facts_version integer not null,
  names_version integer not null,
  primary key (brand_id, fact_id, url_id)
);
alter table page_claims add foreign key (brand_id, fact_id) references facts (brand_id, id) on delete cascade;
alter table page_claims add foreign key (brand_id, url_id) references urls (brand_id, id) on delete cascade;
create index page_claims_url on page_claims (brand_id, url_id);

-- Product cards shown with an answer. `entity` is the owner according to the card's title and brand, resolved when the
-- day is refreshed; until then the card is not counted.
create table shopping_cards (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  answer_id uuid not null,
  day date not null,
  position integer not null,
  product_title text not null,
  product_brand text,
  price_amount double precision,
  price_currency text,
  merchant text,
  merchant_domain text,
  url text,
  image_url text,
  rating double precision,
  review_count integer,
  is_owner_resolved boolean not null default false,
  entity smallint,
  primary key (brand_id, id),
  foreign key (brand_id, answer_id) references answers (brand_id, id) on delete cascade
);
create index shopping_cards_day on shopping_cards (brand_id, day);
create index shopping_cards_answer on shopping_cards (brand_id, answer_id);

-- Rollups: integers derived from answers, so that the cost of a metric depends on its days and prompts, not on its
-- answers. Everything here can be deleted and recomputed. `entity` is 0 for the brand, else a competitor or product.

-- Days whose answers changed since their last refresh. Append-only, one row per change: with a unique day, a writer could
-- find a row that a concurrent refresh is about to delete, and its change would be lost.
create table dirty_days (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  id uuid not null,
  primary key (brand_id, day, id)
);

-- `real_platforms` have had an answer of a real engine; their simulated answers are in no rollup. `refreshed_at`: the last refresh.
create table rollup_states (
  brand_id uuid primary key references brands (id) on delete cascade,
  refreshed_at timestamptz,
  real_platforms text[] not null default '{}'
);

-- Dense integers that keep the rollups narrow: where an answer came from, and the prompt it answers.
create table segments (
  brand_id uuid not null references brands (id) on delete cascade,
  number smallint not null check (number > 0),
  platform text not null,
  model text not null,
  region text not null,
  primary key (brand_id, number),
  unique (brand_id, platform, model, region)
);

create table prompt_numbers (
  brand_id uuid not null references brands (id) on delete cascade,
  number integer not null check (number > 0),
  prompt_id uuid not null,
  primary key (brand_id, number),
  unique (brand_id, prompt_id)
);

-- The facts of the answers of a day, as lists of integers separated by commas: `string_to_array(scores, ',')::int[]` is an array.
-- `segments` to `fact_counts` have a number per answer, in the order of segments and prompts; `weights` is empty if all are 1; `tracked` counts the mentions of
-- the brand and its competitors. An answer has `fact_counts` facts, the first about the brand; `entities` to `scores` have a
-- number per fact. `urls` and `answers` have a number per citation: the number of the source in `sources`, and the position of
-- the answer, from 0. `version` changes whenever the facts of the day change.
create table answer_days (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  version uuid not null,
  -- The segments with answers, without repetition.
  answering smallint[] not null,
  segments text not null,
  prompts text not null,
  sentiments text not null,
  citations text not null,
  -- 1: the platform searches the web, so that the answer can cite sources.
  searchable text not null,
  simulated text not null,
  tracked text not null,
  fact_counts text not null,
  weights text not null default '',
  entities text not null,
  mentions text not null,
  ranks text not null,
  own_citations text not null,
  scores text not null,
  urls text not null,
  answers text not null,
  primary key (brand_id, day)
);

-- For analysts: a row per counted answer and entity that it names or cites, always with a row for the brand. `kind` is brand,
-- competitor or product. `rank` is null if the answer does not name the entity, `sentiment` if it is not known.
create view answer_facts as
select
  answers.brand_id, answers.day, answers.id as answer_id, answers.prompt_id, prompts.text as prompt, topics.name as topic,
  personas.name as persona, prompts.tags, prompts.branded, answers.platform, answers.model, answers.region,
  case when fact.entity = 0 then 'brand' when competitors.id is not null then 'competitor' else 'product' end as kind,
  coalesce(competitors.name, products.name, brands.name) as entity,
  fact.mentions, nullif(fact.rank, 0) as rank, fact.own_citations, fact.score / 1000.0 as score,
  case fact.sentiment when 1 then 'positive' when 2 then 'neutral' when 3 then 'negative' end as sentiment,
  answers.weight
from answers
cross join lateral unnest(entities, mention_counts, ranks, own_citations, score_millipoints, sentiments)
  as fact (entity, mentions, rank, own_citations, score, sentiment)
join brands on brands.id = answers.brand_id
join prompts on prompts.brand_id = answers.brand_id and prompts.id = answers.prompt_id
left join topics on topics.brand_id = answers.brand_id and topics.id = prompts.topic_id
left join personas on personas.brand_id = answers.brand_id and personas.id = prompts.persona_id
left join competitors on competitors.brand_id = answers.brand_id and competitors.entity_no = fact.entity
left join products on products.brand_id = answers.brand_id and products.entity_no = fact.entity
left join rollup_states on rollup_states.brand_id = answers.brand_id
where answers.status = 'answered'
  and (answers.surface <> 'simulated' or answers.platform <> all(coalesce(real_platforms, '{}')))
  and (fact.entity = 0 or competitors.id is not null or products.id is not null);

-- For analysts: a row per answer, with its prompt, its Markdown and its sources as JSON, which are null after their retention
-- period. `is_counted`: the answer is in the metrics, and in answer_facts.
create view answer_details as
select
  answers.brand_id, answers.day, answers.id as answer_id, answers.prompt_id, prompts.text as prompt, topics.name as topic,
  personas.name as persona, prompts.tags, prompts.branded, answers.platform, answers.model, answers.region, answers.language, answers.surface, answers.answered_at,
  answers.status,
  answers.status = 'answered'
    and (answers.surface <> 'simulated' or answers.platform <> all(coalesce(real_platforms, '{}'))) as is_counted,
  answers.searches, answers.cost_micros / 1e6 as cost_usd, answer_texts.markdown, answer_texts.sources,
  answers.weight
from answers
join prompts on prompts.brand_id = answers.brand_id and prompts.id = answers.prompt_id
left join topics on topics.brand_id = answers.brand_id and topics.id = prompts.topic_id
left join personas on personas.brand_id = answers.brand_id and personas.id = prompts.persona_id
left join answer_texts on answer_texts.brand_id = answers.brand_id and answer_texts.answer_id = answers.id
left join rollup_states on rollup_states.brand_id = answers.brand_id;

-- Counted sources with dense numbers per kind: a registrable domain (`name`), a domain or URL (`url_id`) in a
-- category, and a category. Columns that do not apply to a kind are 0 or empty. A URL has the numbers of its domain, of its
-- domain in the category, and of the category (0 without a domain), so that citations are counted by numbers alone.
create table sources (
  brand_id uuid not null references brands (id) on delete cascade,
  kind text not null check (kind in ('domain', 'domain_category', 'url', 'category')),
  number integer not null check (number > 0),
  url_id bigint not null,
  name text not null,
  category text not null,
  domain_number integer not null default 0,
  pair_number integer not null default 0,
  category_number integer not null default 0,
  primary key (brand_id, kind, number),
  -- Covers the lookup of a URL: the thousands that a day cites are found in the index alone.
  unique (brand_id, kind, url_id, name, category) include (number, domain_number, pair_number, category_number)
);

-- Established changes (docs/statistics.md), derived from rollups: everything here can be deleted and recomputed. A series is a
-- number in a view: `platform` '' is all platforms, `entity` 0 is the brand, else the competitor whose score it is. Means are
-- in the unit of the sums, such as thousandths of a point.

-- Through which day the changes are known, and the competitors at that time.
create table change_evaluations (
  brand_id uuid primary key references brands (id) on delete cascade,
  evaluated_through date,
  competitors smallint[] not null default '{}'
);

-- What the groups of each prompt depended on at that time.
create table change_groups (
  brand_id uuid not null references brands (id) on delete cascade,
  prompt_id uuid not null,
  topic_id uuid,
  persona_id uuid,
  tags text[] not null,
  language text not null,
  primary key (brand_id, prompt_id)
);

-- Every significant test. It establishes a change (`day` = `established`) or updates the mean after it. `reference_start` is
-- the first day of the test that established the change; its recent days are `since` to `established`. `level_start` is the
-- first day that later tests use. `p` and `q` belong to this test. `group_key` '' is all prompts, else a topic, tag, persona or
-- market with its value, such as tag:shoes.
create table change_log (
  brand_id uuid not null references brands (id) on delete cascade,
  metric text not null,
  platform text not null,
  entity smallint not null,
  group_key text not null,
  day date not null,
  established date not null,
  direction text not null check (direction in ('up', 'down')),
  reference_start date not null,
  since date not null,
  mean_before double precision not null,
  mean_after double precision not null,
  p double precision not null,
  q double precision not null,
  level_start date not null,
  primary key (brand_id, metric, platform, entity, group_key, day)
);

-- The state of each series after the evaluated days, without groups of prompts. `established` is the day of the last change, also
-- when it is steady again. `drift_variance` is the variance of the drift of its prompts in one day, and `drift_ratio` the number in the days from which
-- it was estimated; null if they are too few.
create table change_states (
  brand_id uuid not null references brands (id) on delete cascade,
  metric text not null,
  platform text not null,
  entity smallint not null,
  status text not null check (status in ('steady', 'up', 'down')),
  established date,
  level_start date not null,
  drift_variance double precision,
  drift_ratio double precision,
  -- Of the score of the brand minus the score of the competitor; null for other series.
  gap_drift_variance double precision,
  primary key (brand_id, metric, platform, entity)
);

-- Alerts (docs/alerts.md)

-- When a brand was last evaluated. The row is created together with the default rules. Kinds that depend on closed days only
-- are not evaluated again until `evaluated_through` is before the last closed day.
create table alert_states (
  brand_id uuid primary key references brands (id) on delete cascade,
  evaluated_through date,
  evaluated_at timestamptz
);

-- What creates alerts. A null subject is any, and without a topic, tag, persona and market a rule is about the whole brand.
-- `min_change`: smaller changes create none. `channel_ids` null: every channel that is subscribed to alerts. `applies_from` null: also to what happened before the rule
-- existed.
create table alert_rules (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  kind text not null,
  number text,
  platform text,
  competitor_id uuid,
  domain text,
  topic_id uuid,
  tag text,
  persona_id uuid,
  -- The country and the language, such as DE/de; none: without one.
  market text,
  min_change double precision,
  channel_ids uuid[],
  direction text not null check (direction in ('any', 'up', 'down', 'new', 'lost')),
  is_enabled boolean not null,
  muted_until timestamptz,
  applies_from date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id),
  foreign key (brand_id, competitor_id) references competitors (brand_id, id) on delete cascade,
  foreign key (brand_id, topic_id) references topics (brand_id, id) on delete cascade,
  foreign key (brand_id, persona_id) references personas (brand_id, id) on delete cascade
);

-- One row per cause. Everything except status, snooze, owner and their authors is derived from stored data. `day` is the day on which
-- the cause was established, `last_day` the last one on which something was added. `notification_id`: the notification about it,
-- which is deleted before it.
create table alerts (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  cause text not null,
  kind text not null,
  topic text not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  title jsonb not null,
  day date not null,
  last_day date not null,
  items jsonb not null,
  status text not null check (status in ('open', 'acknowledged', 'resolved')),
  resolution text check (resolution in ('user', 'recovered', 'withdrawn', 'expired')),
  snoozed_until timestamptz,
  notification_id uuid,
  -- A user; has no effect once the user is no longer a member.
  owner_id uuid,
  actor_kind text,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id),
  unique (brand_id, cause),
  check ((status = 'resolved') = (resolution is not null))
);
create index alerts_day on alerts (brand_id, day, id);

-- Opportunities

-- Prompts whose answers could mention the brand if it published or earned content, and cited pages that state facts wrong.
-- `source_data` is the latest evidence.
create table opportunities (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  prompt_id uuid not null,
  -- Messages, formatted in the language of each reader.
  title jsonb not null,
  description jsonb not null,
  type text not null check (type in ('owned', 'earned')),
  impact text not null check (impact in ('high', 'medium', 'low')),
  opportunity_score double precision not null,
  source_data jsonb not null,
  status text not null default 'new' check (status in ('new', 'sent', 'in_progress', 'done', 'dismissed')),
  -- The registrable domain that someone created it for; null when the prompt is the reason.
  source_domain text,
  -- The cited page that states facts wrong; null for a gap. `prompt_id` is then the prompt with most of the wrong answers.
  url_id bigint,
  -- A user; has no effect once the user is no longer a member.
  owner_id uuid,
  due_on date,
  comment text not null default '',
  -- When it was last set to done.
  done_at timestamptz,
  webhook_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id),
  foreign key (brand_id, prompt_id) references prompts (brand_id, id) on delete cascade
);
create unique index opportunities_open on opportunities (brand_id, prompt_id)
  where status in ('new', 'sent', 'in_progress') and source_domain is null and url_id is null;
create unique index opportunities_open_source on opportunities (brand_id, source_domain)
  where status in ('new', 'sent', 'in_progress') and source_domain is not null;
create unique index opportunities_open_page on opportunities (brand_id, url_id)
  where status in ('new', 'sent', 'in_progress') and url_id is not null;
create index opportunities_prompt on opportunities (brand_id, prompt_id, created_at);

-- The status history of opportunities, with author and time.
create table opportunity_changes (
  brand_id uuid not null,
  opportunity_id uuid not null,
  id uuid not null,
  from_status text,
  to_status text not null,
  -- A message.
  note jsonb,
  actor_kind text not null,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  created_at timestamptz not null,
  primary key (brand_id, opportunity_id, id),
  foreign key (brand_id, opportunity_id) references opportunities (brand_id, id) on delete cascade
);

-- Every brief that was written; the newest is current. `model` null: composed from the evidence. The cost of a model call
-- without a usable reply is recorded here too.
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

-- What a team did to change answers, and the prompts that it compares to see what changed. `day`: when it was done. `page_*`: the page
-- at `url` when it was last checked. `origin`: the proposal that it was created from. `number`: the number that is compared, and `weeks`:
-- for how long.
create table actions (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('published_page', 'edited_page', 'edited_listing', 'outreach', 'technical_fix', 'other')),
  title text not null,
  day date not null,
  url text,
  page_state text,
  page_title text,
  page_checked_at timestamptz,
  cost double precision,
  currency text,
  hours double precision,
  note text not null default '',
  -- Has no effect once the opportunity is deleted.
  opportunity_id uuid,
  origin text,
  number text not null default 'score' check (number in ('score', 'mention_rate', 'citation_rate')),
  weeks smallint not null default 4 check (weeks between 1 and 26),
  affected_prompt_ids uuid[] not null default '{}',
  control_prompt_ids uuid[] not null default '{}',
  -- When the day, the number, the weeks and the prompts were last chosen.
  designed_at timestamptz not null,
  actor_kind text not null,
  actor_user_id uuid,
  actor_key_id uuid,
  actor_name text,
  actor_key_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (brand_id, id),
  check ((cost is null) = (currency is null))
);
create unique index actions_origin on actions (brand_id, origin) where origin is not null;

-- Proposals of actions that someone dismissed.
create table dismissed_actions (
  brand_id uuid not null references brands (id) on delete cascade,
  origin text not null,
  created_at timestamptz not null,
  primary key (brand_id, origin)
);

-- Traffic

-- Visits that AI platforms sent; `page` is a path, `country` 'ZZ' when unknown. A visit is added to the rollups once, by
-- the next read.
create table visits (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  visited_at timestamptz not null,
  day date not null,
  platform text not null,
  page text not null,
  country text not null default 'ZZ',
  -- Generated by the simulator, not reported by a browser.
  simulated boolean not null default false,
  -- Beyond what a brand usually gets within a minute: often forged.
  is_burst boolean not null default false,
  in_rollups boolean not null default false,
  primary key (brand_id, id)
);
create index visits_pending on visits (brand_id, id) where not in_rollups;

create table visit_rollups (
  brand_id uuid not null references brands (id) on delete cascade,
  grain text not null check (grain in ('day', 'month')),
  dimension text not null check (dimension in ('all', 'page', 'country', 'simulated', 'burst')),
  start date not null,
  platform text not null,
  name text not null,
  visits integer not null,
  primary key (brand_id, grain, dimension, start, platform, name)
);

-- Visitors of the last half hour, as a keyed hash of page, source, address and user agent: a visit within that time is a
-- repeat. Rows are deleted as soon as they are older.
create table recent_visits (
  brand_id uuid not null references brands (id) on delete cascade,
  visitor_hash bytea not null,
  -- Milliseconds since 1970: Citus compares only immutable expressions when a row exists.
  seen_ms bigint not null,
  primary key (brand_id, visitor_hash)
);

-- When the tracking script of a brand last reported, and from which host; written at most once a minute. `goals_since`: when it
-- first reported with the first page of the session, which conversions need.
create table pixel_sightings (
  brand_id uuid not null references brands (id) on delete cascade,
  is_own boolean not null,
  seen_at timestamptz not null,
  host text not null,
  goals_since timestamptz,
  primary key (brand_id, is_own)
);

-- Where a brand's log lines come from: a content delivery network, a host, or a web server. `token_hash`: what the sender
-- authenticates with. `secret`: what it signs with, if it signs. `verification_code`: what it expects in responses before it
-- sends, if anything. `lines` to `unreadable` count since the source was added.
create table log_sources (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid not null references brands (id) on delete cascade,
  sender text not null,
  name text not null,
  token_hash bytea not null unique,
  secret bytea,
  verification_code text,
  lines bigint not null default 0,
  stored bigint not null default 0,
  known bigint not null default 0,
  unreadable bigint not null default 0,
  created_at timestamptz not null,
  last_received_at timestamptz,
  primary key (organization_id, id)
);
create index log_sources_brand on log_sources (brand_id);

-- Requests of AI agents, from the logs of the brand's own servers. `line_hash` identifies a request, so that receiving it again
-- adds nothing. `verification`: whether the request came from the operator of the agent; `method`: how that was checked, null
-- if it was not. `address` is stored until it has been looked up in the DNS, and `signature` until it has been compared with the
-- keys of its signer, at the latest until `pending_until`.
create table crawler_hits (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  line_hash bytea not null,
  agent text not null,
  path text not null,
  status smallint,
  verification text not null check (verification in ('verified', 'not_confirmed', 'unverifiable', 'spoofed')),
  method text check (method in ('ranges', 'dns', 'signature')),
  address text,
  signature jsonb,
  pending_until timestamptz,
  primary key (brand_id, day, line_hash),
  check ((address is null and signature is null) = (pending_until is null))
);
create index crawler_hits_pending on crawler_hits (brand_id, address) where pending_until is not null;

-- Sums of crawler_hits, which change in the same transaction. `method`: empty instead of null. `refused`: with the status 401, 403,
-- 429 or 5xx. `missing`: with the status 404 or 410.
create table agent_days (
  brand_id uuid not null references brands (id) on delete cascade,
  day date not null,
  agent text not null,
  verification text not null,
  method text not null,
  requests integer not null,
  refused integer not null,
  missing integer not null,
  primary key (brand_id, day, agent, verification, method)
);

-- The same by page, without spoofed requests. `path`: in the form of visits, without a trailing slash.
create table agent_page_rollups (
  brand_id uuid not null references brands (id) on delete cascade,
  grain text not null check (grain in ('day', 'month')),
  start date not null,
  path text not null,
  agent text not null,
  requests integer not null,
  refused integer not null,
  missing integer not null,
  primary key (brand_id, grain, start, path, agent)
);

-- IP ranges that operators of agents publish, as last fetched. Without a row, the snapshot of the release applies. `problem`:
-- why the last attempt kept the ranges of the one before.
create table agent_range_lists (
  url text primary key,
  prefixes text[] not null,
  fetched_at timestamptz not null,
  problem text,
  failed_at timestamptz
);

-- Keys that agents sign requests with, as published by their hosts. `keys`: id, public key and when the host last listed the
-- key, including keys that it has removed since. `refresh_at`: when they are fetched again. `problem`: why the last attempt failed.
create table agent_key_directories (
  host text primary key,
  keys jsonb not null,
  fetched_at timestamptz,
  refresh_at timestamptz not null,
  problem text
);

-- First-party data

-- A property of a search console or of a web analytics service that a brand's data is imported from. `property`: its name at
-- the vendor, such as sc-domain:example.com, properties/123 or https://example.com/. `credentials`: an encrypted refresh token,
-- key of a service account, or API key. `account`: shown to people, such as an email address. `state`: 'pending' until a person has chosen
-- the property, which is empty until then; 'revoked' when the vendor rejects the credentials, 'lost' when they no longer give access
-- to the property. `problem`: the last failure, as a message. `failures`: how many imports in a row have failed.
-- `time_zone`: time zone of the property's days.
create table data_connections (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid not null references brands (id) on delete cascade,
  kind text not null check (kind in ('search_console', 'ga4', 'bing')),
  property text not null,
  property_name text not null,
  credential_kind text not null check (credential_kind in ('oauth', 'service_account', 'api_key')),
  credentials bytea not null,
  account text not null,
  state text not null default 'pending' check (state in ('pending', 'active', 'revoked', 'lost')),
  problem jsonb,
  failures smallint not null default 0,
  time_zone text not null,
  created_at timestamptz not null,
  last_import_at timestamptz,
  next_import_at timestamptz,
  primary key (organization_id, id)
);
create unique index data_connections_property on data_connections (brand_id, kind, property);

-- A day of the source that was imported; a missing day is a gap. `is_final`: the source no longer changes it.
-- `is_truncated`: the source has more rows than it returns. `is_thresholded`: the source leaves out rows of few people.
-- `samples_read` of `sampling_space`: the part of the data that the source counted, null if it counted all.
create table connection_days (
  brand_id uuid not null references brands (id) on delete cascade,
  connection_id uuid not null,
  day date not null,
  fetched_at timestamptz not null,
  is_final boolean not null,
  is_truncated boolean not null default false,
  is_thresholded boolean not null default false,
  samples_read bigint,
  sampling_space bigint,
  primary key (brand_id, connection_id, day)
);

-- Clicks and impressions in search results. `days`: 7 for the weeks of Bing, which start at `day`. An empty `page` or `query`
-- means all; if both are empty, the row is the total of the property. Search engines leave out rare queries, so the rows with a
-- query never add up to the row without. Search Console reports queries by page, Bing only for the whole property.
-- `position`: the average, from 1; null if the source does not report it.
create table search_days (
  brand_id uuid not null references brands (id) on delete cascade,
  connection_id uuid not null,
  day date not null,
  page text not null,
  query text not null,
  days smallint not null default 1,
  clicks integer not null,
  impressions integer not null,
  position double precision,
  primary key (brand_id, connection_id, day, page, query)
);
-- Sums of pages would otherwise read the rows of all queries.
create index search_days_without_query on search_days (brand_id, day) where query = '';

-- The sums of `search_days` by query from `first_day`, of the 5,000 queries with the most impressions; the import replaces them.
-- `days`: the days or weeks with queries.
create table search_query_totals (
  brand_id uuid not null references brands (id) on delete cascade,
  connection_id uuid not null,
  first_day date not null,
  last_day date not null,
  days smallint not null,
  queries text[] not null,
  clicks integer[] not null,
  impressions integer[] not null,
  primary key (brand_id, connection_id)
);

-- Sessions by their source, from web analytics. `page`: the path of the landing page without its query string. `platform`: the AI
-- platform that `source` belongs to. The row with an empty page and source is the total of the day, including all other sources.
create table session_days (
  brand_id uuid not null references brands (id) on delete cascade,
  connection_id uuid not null,
  day date not null,
  page text not null,
  source text not null,
  medium text not null,
  channel text not null,
  platform text,
  sessions integer not null,
  engaged_sessions integer not null,
  key_events double precision not null,
  primary key (brand_id, connection_id, day, page, source, medium, channel)
);

-- Conversions

-- What a brand counts as a conversion: the view of a page whose path matches `pattern`, in which an asterisk is any text, or
-- the event `pattern`, which the site reports. `value`: what one conversion is worth, if that is known.
create table goals (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('page', 'event')),
  pattern text not null,
  value double precision,
  currency text,
  created_at timestamptz not null,
  primary key (brand_id, id),
  check ((value is null) = (currency is null))
);

-- Conversions in sessions that AI platforms sent. `page`: the path on which the session started.
create table conversions (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  goal_id uuid not null,
  converted_at timestamptz not null,
  day date not null,
  platform text not null,
  page text not null,
  -- As in visits.
  simulated boolean not null default false,
  is_burst boolean not null default false,
  primary key (brand_id, id),
  foreign key (brand_id, goal_id) references goals (brand_id, id) on delete cascade
);
create index conversions_goal on conversions (brand_id, goal_id, day);
-- Reports that search engines only export as files. `first_day` to `last_day`: the period that the numbers count, in the days of
-- the engine. `filters`: filters that the file names. `digest`: hash of the contents. `tables`: content, number of rows and
-- sum of each table; the sums of tables differ and are never added.
create table file_imports (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  kind text not null check (
    kind in ('google_ai_search', 'google_ai_discover', 'bing_ai_overview', 'bing_ai_queries', 'bing_ai_pages')
  ),
  file_name text not null,
  first_day date not null,
  last_day date not null,
  filters text[] not null,
  digest bytea not null,
  tables jsonb not null,
  created_at timestamptz not null,
  primary key (brand_id, id)
);
create unique index file_imports_period on file_imports (brand_id, kind, first_day, last_day);
create unique index file_imports_digest on file_imports (brand_id, kind, digest);

-- `key`: a day, the URL of a page, a country or device as the file names it, or a query. `count`: impressions in AI answers of
-- Google, or citations by AI answers of Bing. `cited_pages`, `intent`, `topic`, `share_pct`: only in Bing's reports.
create table file_import_rows (
  brand_id uuid not null references brands (id) on delete cascade,
  import_id uuid not null,
  content text not null check (content in ('dates', 'pages', 'countries', 'devices', 'queries')),
  position integer not null,
  key text not null,
  count integer not null,
  cited_pages integer,
  intent text,
  topic text,
  share_pct double precision,
  primary key (brand_id, import_id, content, position),
  foreign key (brand_id, import_id) references file_imports (brand_id, id) on delete cascade
);

-- Site audits and hosted files

-- An audit is a job of kind 'audit', which has its status, and its findings once completed.
create table site_audits (
  brand_id uuid not null references brands (id) on delete cascade,
  id uuid not null,
  url text not null,
  pages smallint not null check (pages between 1 and 10),
  final_url text,
  score double precision,
  report jsonb,
  created_at timestamptz not null,
  primary key (brand_id, id),
  foreign key (brand_id, id) references jobs (brand_id, id) on delete cascade
);
create index site_audits_url on site_audits (brand_id, url, id);

-- Texts that override those generated from a brand's facts.
create table ai_files (
  brand_id uuid not null references brands (id) on delete cascade,
  file text not null,
  text text not null,
  updated_at timestamptz not null,
  primary key (brand_id, file)
);

-- Notifications

-- Messages to members about a brand or about the organization. `dedupe_key` identifies the cause, so that it is stored once.
-- `brand_ids` are all brands it is about; `brand_id` is set when it is about one, and null otherwise.
create table notifications (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid references brands (id) on delete cascade,
  brand_ids uuid[] not null,
  kind text not null check (kind in ('alert', 'digest', 'report', 'system')),
  dedupe_key text not null,
  message jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, dedupe_key)
);
create index notifications_brand on notifications (brand_id);

-- The inbox of each member; `read_at` null: unread.
create table inbox_items (
  organization_id uuid not null,
  user_id uuid not null,
  notification_id uuid not null,
  read_at timestamptz,
  primary key (organization_id, user_id, notification_id),
  foreign key (organization_id, notification_id) references notifications (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index inbox_items_notification on inbox_items (organization_id, notification_id);
create index inbox_items_unread on inbox_items (organization_id, user_id) where read_at is null;

-- Destinations outside the dashboard. A channel has recipients or an encrypted URL. An encrypted `secret` signs requests to
-- the URL, and so does the one that it replaced until `previous_secret_until`. A channel with `brand_id` gets the opportunities
-- of the brand that a person sends; the others get notifications of `notification_kinds` about `brand_ids`, null for every brand.
create table channels (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid references brands (id) on delete cascade,
  kind text not null,
  name text not null,
  is_active boolean not null,
  brand_ids uuid[],
  notification_kinds text[] not null,
  recipients text[],
  url bytea,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  check ((recipients is null) <> (url is null))
);
create unique index channels_brand on channels (brand_id) where brand_id is not null;

-- Addresses whose owner has confirmed that the organization may send notifications to them.
create table confirmed_recipients (
  organization_id uuid not null references organizations (id) on delete cascade,
  email text not null,
  confirmed_at timestamptz not null,
  primary key (organization_id, email)
);

-- One message to one destination: a channel, an address of an email channel, or the address of a member (`user_id`). It has a
-- notification or an opportunity, or neither: a test. The delivery of an opportunity remains when its channel is deleted.
-- `claimed_until`: until then, one process is sending it; the claim of a crashed process expires. `error`: why there was no
-- response, such as `timeout`. `sent_by`: the user who sent a test or an opportunity.
create table deliveries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid references brands (id) on delete cascade,
  channel_id uuid,
  user_id uuid references users (id) on delete cascade,
  notification_id uuid,
  audit_entry_id uuid,
  opportunity_id uuid,
  recipient text,
  host text,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  http_status smallint,
  response text,
  error text,
  explanation jsonb,
  duration_ms integer,
  sent_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  check (num_nonnulls(channel_id, user_id) = 1 or opportunity_id is not null),
  foreign key (organization_id, channel_id) references channels (organization_id, id) on delete cascade,
  foreign key (organization_id, notification_id) references notifications (organization_id, id) on delete cascade,
  foreign key (organization_id, audit_entry_id) references audit_log (organization_id, id) on delete cascade
);
create index deliveries_channel on deliveries (organization_id, channel_id, id);
create index deliveries_notification on deliveries (organization_id, notification_id);
create index deliveries_audit_entry on deliveries (organization_id, audit_entry_id) where audit_entry_id is not null;
create index deliveries_brand on deliveries (brand_id, opportunity_id, id) where brand_id is not null;
create unique index deliveries_opportunity_in_progress on deliveries (organization_id, opportunity_id)
  where status = 'waiting' and opportunity_id is not null;
create index deliveries_waiting on deliveries (next_attempt_at) where status = 'waiting';

-- The personal digest of a member; off without a row or when not `is_active`. `weekday` is 1 (Monday) to 7, `time_zone` null
-- means the time zone of the organization.
-- `last_due_at` is the last due time that was handled: sent, or left out because nothing was new.
create table digests (
  organization_id uuid not null,
  user_id uuid not null,
  is_active boolean not null,
  frequency text not null check (frequency in ('weekly', 'monthly')),
  brand_ids uuid[],
  weekday smallint not null check (weekday between 1 and 7),
  month_day smallint not null check (month_day between 1 and 28),
  hour smallint not null check (hour between 0 and 23),
  time_zone text,
  skip_empty boolean not null,
  last_due_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);

-- Reports

-- The numbers of a brand, or of several brands (`brand_id` null), for a period. `snapshot` and `snapshot_sha256`, the hash of
-- its canonical JSON, never change; the other texts can be edited until `published_at`. `has_deleted_brand`: the snapshot has
-- a brand that was deleted since, so that only members who may see every brand may see the report.
create table reports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid references brands (id) on delete cascade,
  brand_ids uuid[] not null,
  has_deleted_brand boolean not null default false,
  language text not null check (language in ('en', 'de', 'fr', 'es', 'ja')),
  title text not null,
  headline text not null,
  summary text not null,
  sections jsonb not null,
  date_from date not null,
  date_to date not null,
  snapshot jsonb not null,
  snapshot_sha256 text not null,
  schedule_id uuid,
  created_at timestamptz not null,
  published_at timestamptz,
  primary key (organization_id, id)
);
create index reports_brand on reports (organization_id, brand_id, id);
create unique index reports_once_per_period on reports (organization_id, schedule_id, date_from)
  where schedule_id is not null;

-- The answers behind a report, with the sentiment of each toward the brand at that time (1 positive, 2 neutral, 3
-- negative, 0 unknown).
create table report_answers (
  brand_id uuid not null references brands (id) on delete cascade,
  report_id uuid not null,
  answer_ids uuid[] not null,
  sentiments smallint[] not null,
  primary key (brand_id, report_id)
);

-- The PDF of a published report. `content_sha256`: of everything on its pages, in hexadecimal.
create table report_pdfs (
  organization_id uuid not null,
  report_id uuid not null,
  content_sha256 text not null,
  pdf bytea not null,
  primary key (organization_id, report_id),
  foreign key (organization_id, report_id) references reports (organization_id, id) on delete cascade
);

-- Read-only links to a report; `brand_id` is the brand of the report. Only the SHA-256 of the token is stored, and a PHC string of the password.
create table share_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  report_id uuid not null,
  brand_id uuid references brands (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  password_hash text,
  views integer not null default 0,
  last_viewed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, report_id) references reports (organization_id, id) on delete cascade
);
create index share_links_report on share_links (organization_id, report_id, id);

-- How reports of an organization look: its name, color (#rrggbb) and logo, where they differ from the defaults.
create table report_branding (
  organization_id uuid primary key references organizations (id) on delete cascade,
  name text,
  contact_email text,
  color text,
  logo bytea,
  logo_type text,
  updated_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
);

-- The color and logo of a brand in reports about it alone.
create table brand_branding (
  brand_id uuid primary key references brands (id) on delete cascade,
  color text,
  logo bytea,
  logo_type text,
  updated_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
);

-- Sections of reports under a name, in order and with notes, for new reports and schedules.
create table report_templates (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  sections jsonb not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, name)
);

-- Reports that are created at the end of each period. `next_on` is the first day after the next period.
create table report_schedules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  brand_id uuid references brands (id) on delete cascade,
  brand_ids uuid[] not null,
  frequency text not null check (frequency in ('weekly', 'monthly')),
  language text not null check (language in ('en', 'de', 'fr', 'es', 'ja')),
  title text not null,
  sections jsonb not null,
  publishes boolean not null,
  next_on date not null,
  failure jsonb,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
