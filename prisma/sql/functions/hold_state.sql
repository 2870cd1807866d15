-- What a hold is at this moment, by the database's clock: the only definition, used by every query that asks. Instances
-- whose clocks differ would otherwise disagree about when a hold ends.
--
-- held: in force. expired_open: over, but its payment must be closed at Stripe before the time is
-- anybody else's. expired: over, and whoever comes next ends it. A hold without an end is in force.
CREATE OR REPLACE FUNCTION hold_state(hold_expires_at TIMESTAMPTZ, payable BOOLEAN) RETURNS TEXT
  LANGUAGE SQL STABLE
  RETURN CASE
    WHEN hold_expires_at IS NULL OR hold_expires_at > statement_timestamp() THEN 'held'
    WHEN payable THEN 'expired_open'
    ELSE 'expired'
  END;
