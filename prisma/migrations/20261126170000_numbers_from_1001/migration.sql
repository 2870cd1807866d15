-- The number that a customer reads on the first ticket is 1001. Rows keep theirs, and no number is given again.
SELECT setval(numbers.sequence, 1000)
FROM (VALUES ('bookings_id_seq'::regclass), ('video_editing_orders_id_seq'::regclass)) AS numbers (sequence)
WHERE coalesce(pg_sequence_last_value(numbers.sequence), 0) < 1000;
