-- The answers that cite an address: its own screen counts them, and lists of answers are filtered by it.
create index answer_citations_url on answer_citations (brand_id, url_id);
