-- What nobody asks for is not added up.
-- The old version may run
-- Why the holder of the new booking `b` may not hold it: because of what the same address, network and inbox hold unpaid,
-- or have let end unpaid; null when they may. A week is bounded by its proven inbox: for its address it does not count, and
-- for its network what the longest session has beyond the bound of an address does not. `bounds`: see hold_slot. The caller
-- holds the network's lock.
CREATE OR REPLACE FUNCTION too_much_held(b bookings, bounds JSONB) RETURNS TEXT
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted DOUBLE PRECISION := bounds ->> 'wanted';
  held RECORD;
  ended RECORD;
BEGIN
  SELECT
    coalesce(sum(live.counted) FILTER (WHERE live.holder_hash = b.holder_hash AND live.duration <> 'weekly'), 0) AS address,
    coalesce(sum(live.counted) FILTER (WHERE live.holder_network_hash = b.holder_network_hash), 0) AS network,
    coalesce(max(live.counted) FILTER (WHERE live.holder_network_hash = b.holder_network_hash), 0) AS longest,
    count(*) FILTER (WHERE live.duration = 'weekly' AND live.holder_inbox = b.holder_inbox) AS weeks
  INTO held
  FROM (
    -- Only a week has several spans. Of a rush by many networks nothing is added up.
    SELECT holder_hash, holder_network_hash, holder_inbox, duration, CASE duration
      WHEN 'weekly' THEN (
        SELECT sum(extract(epoch FROM r.ends_at - r.starts_at)) / 3600
        FROM slot_reservations AS r WHERE r.booking_id = bookings.id)
      ELSE extract(epoch FROM ends_at - starts_at) / 3600 END AS counted
    FROM bookings
    WHERE status = 'pending' AND hold_expires_at > statement_timestamp()
      AND (holder_hash = b.holder_hash OR holder_network_hash = b.holder_network_hash OR holder_inbox = b.holder_inbox)
  ) AS live;
  SELECT
    coalesce(sum(r.hits) FILTER (WHERE r.key = 'unpaid-address:' || b.holder_hash), 0) AS address,
    coalesce(sum(r.hits) FILTER (WHERE r.key = 'unpaid-network:' || b.holder_network_hash), 0) AS network,
    coalesce(sum(r.hits) FILTER (WHERE r.key = 'unpaid-inbox:' || b.holder_inbox), 0) AS inbox
  INTO ended
  FROM rate_limits AS r
  WHERE r.resets_at > statement_timestamp() AND r.key IN ('unpaid-address:' || b.holder_hash,
    'unpaid-network:' || b.holder_network_hash, 'unpaid-inbox:' || b.holder_inbox);
  RETURN CASE
    WHEN b.duration <> 'weekly' AND held.address > 0 AND held.address + wanted > (bounds ->> 'address')::double precision
      THEN 'too_many_holds'
    WHEN b.duration = 'weekly' AND held.weeks >= (bounds ->> 'weeks')::double precision THEN 'too_many_holds'
    WHEN held.network > 0 AND held.network + wanted
        - greatest(0, greatest(held.longest, wanted) - (bounds ->> 'address')::double precision)
        > (bounds ->> 'network')::double precision
      THEN 'too_many_holds_of_network'
    WHEN ended.address >= (bounds ->> 'endedAddress')::double precision THEN 'too_many_unpaid'
    WHEN ended.network >= (bounds ->> 'endedNetwork')::double precision THEN 'too_many_unpaid'
    WHEN ended.inbox >= (bounds ->> 'endedInbox')::double precision THEN 'too_many_unpaid_of_inbox'
  END;
END
$$;
