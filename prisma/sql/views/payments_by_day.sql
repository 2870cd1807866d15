-- What came in on each day and what of it is gone, by what was sold and how it was paid.
CREATE OR REPLACE VIEW payments_by_day AS
  SELECT day, sold, service_id, method, came, gone FROM payment_days
  UNION ALL SELECT day, sold, service_id, method, came, gone FROM payment_tally;
