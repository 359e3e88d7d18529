-- What a job is about, where several of a kind may be under way for one brand: the URL of an audit.
alter table jobs add column subject text not null default '';
drop index jobs_unfinished;
create unique index jobs_unfinished on jobs (brand_id, kind, subject)
  where status in ('waiting', 'active') and kind not in ('reanalyse', 'judge', 'candidates', 'opportunities');
drop index jobs_waiting;
create unique index jobs_waiting on jobs (brand_id, kind, subject) where status = 'waiting';

-- An audit is a job of kind 'audit', whose state is the audit's, and what it found once it is completed.
create table audits (
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
create index audits_url on audits (brand_id, url, id);

-- Texts that people wrote in the place of those we make from a brand's facts.
create table ai_files (
  brand_id uuid not null references brands (id) on delete cascade,
  file text not null,
  text text not null,
  updated_at timestamptz not null,
  primary key (brand_id, file)
);
