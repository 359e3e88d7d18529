-- The packed sums of prompts and entities hold one number more, the squares of their places: all of them are made anew by
-- whoever reads next.
delete from cell_sums;
insert into sum_marks (brand_id, day, id)
select brand_id, start, gen_random_uuid() from span_sums where grain = 'day' and segment = 0;
