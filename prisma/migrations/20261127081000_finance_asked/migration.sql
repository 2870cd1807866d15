-- The finance contact of who is billed is asked for what is to be paid (docs/decisions/059).
-- The old version may run
ALTER TABLE notices DROP CONSTRAINT notices_audience;
ALTER TABLE notices ADD CONSTRAINT notices_audience CHECK (audience IN ('customer', 'studio', 'phones', 'finance'));
