-- A refund that fails after another one was looked after is news. Null where they were not counted yet.
ALTER TABLE payments ADD COLUMN failed_refunds INTEGER;
