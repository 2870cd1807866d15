-- A visitor has one unpaid order for the same edit, as one hold for the same session (decision C3): a second tab, or fifty
-- clicks at once, take up the first instead of making another that could be paid too. What was doubled before gives way to
-- the newest, and money that still comes for it is settled as for any ended order.
UPDATE video_editing_orders o SET status = 'cancelled', cancel_reason = 'replaced'
WHERE status = 'pending' AND EXISTS (
  SELECT 1 FROM video_editing_orders n
  WHERE n.status = 'pending' AND n.visitor_hash = o.visitor_hash AND n.tier = o.tier AND n.duration = o.duration
    AND n.rush_service = o.rush_service AND n.id > o.id);
CREATE UNIQUE INDEX video_editing_orders_one_unpaid ON video_editing_orders (visitor_hash, tier, duration, rush_service)
  WHERE status = 'pending';
