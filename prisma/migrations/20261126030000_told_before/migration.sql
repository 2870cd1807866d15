-- What people were told before there were notices: each booking and order of which a mail was sent, or which was
-- confirmed or paid, was told as it is now, without the money and documents of mails that still wait. Those mails become
-- one notice each, which says what is so when it is sent.
CREATE TEMPORARY TABLE about_sales ON COMMIT DROP AS
SELECT m.id, coalesce(m.booking_id, 0) AS booking_id, coalesce(m.order_id, 0) AS order_id, m.status,
  CASE WHEN m.kind IN ('studio_booking', 'late_payment_studio', 'studio_order') THEN 'studio' ELSE 'customer' END AS audience,
  CASE WHEN m.kind = 'order_refunded' AND m.payload ->> 'why' = 'duplicate' THEN 'duplicate'
    ELSE (jsonb_build_object('booking_confirmed', 'confirmed', 'booking_unpaid', 'unpaid', 'booking_rescheduled', 'moved',
      'booking_upgraded', 'upgraded', 'booking_cancelled', 'cancelled', 'upgrade_refund', 'upgrade_refund',
      'late_payment_refund', 'late', 'late_payment_studio', 'late', 'studio_booking', 'confirmed', 'credit_note', 'documents',
      'debit_note', 'documents', 'order_received', 'received', 'order_footage', 'footage', 'order_delivered', 'delivered',
      'order_refunded', 'ended', 'studio_order', 'received') ->> m.kind) END AS says,
  coalesce(m.sent_at, m.created_at) AS at
FROM mails m WHERE (m.booking_id IS NOT NULL OR m.order_id IS NOT NULL)
  AND m.kind NOT IN ('booking_reminder', 'attachment', 'booking_notice', 'order_notice');

CREATE TEMPORARY TABLE sums_of_sales ON COMMIT DROP AS
WITH parts AS (
  SELECT p.*, coalesce(p.booking_id, 0) AS booking, coalesce(p.order_id, 0) AS "order",
    CASE WHEN reason = 'refund_failed' THEN refund_reason ELSE reason END AS why,
    round(coalesce(received_amount, amount) * 100)::int AS came,
    least(round(refunded_amount * 100), round(coalesce(received_amount, amount) * 100))::int AS back
  FROM payments p WHERE outcome IS NOT NULL AND lower(currency) = 'myr'
), placed AS (
  SELECT *, why IN ('late', 'cancelled', 'duplicate') AS refused, CASE
      WHEN dispute_status = 'lost' THEN 'lost' WHEN outcome = 'refund_due' THEN 'due'
      WHEN outcome = 'needs_attention' AND reason = 'offline_refund' THEN CASE WHEN handled_at IS NULL THEN 'atStudio' ELSE 'settled' END
      WHEN outcome = 'confirmed' AND dispute_status IS DISTINCT FROM 'chargeback' THEN 'settled' ELSE 'stuck' END AS place
  FROM parts
)
SELECT booking, "order", jsonb_build_object(
  'settledSen', coalesce(sum(came - back) FILTER (WHERE place = 'settled'), 0),
  'dueSen', coalesce(sum(came - back) FILTER (WHERE place = 'due'), 0),
  'atStudioSen', coalesce(sum(came - back) FILTER (WHERE place = 'atStudio'), 0),
  'stuckSen', coalesce(sum(came - back) FILTER (WHERE place = 'stuck'), 0),
  'backSen', coalesce(sum(back) FILTER (WHERE stripe_payment_intent_id IS NOT NULL), 0),
  'returnedSen', coalesce(sum(back) FILTER (WHERE stripe_payment_intent_id IS NULL), 0),
  'lostSen', coalesce(sum(came - back) FILTER (WHERE place = 'lost'), 0),
  'acceptedSen', coalesce(sum(came) FILTER (WHERE refused IS NOT TRUE
    AND (outcome = 'confirmed' OR coalesce(why, '') NOT IN ('amount_mismatch', 'unmatched'))), 0),
  'failedSen', coalesce(sum(came - back) FILTER (WHERE place = 'stuck' AND outcome = 'needs_attention' AND reason = 'refund_failed'), 0),
  'dispute', CASE WHEN bool_or(dispute_status = 'chargeback') THEN 'open' WHEN bool_or(dispute_status = 'lost') THEN 'lost' END,
  'refused', coalesce(jsonb_agg(jsonb_build_object('paymentId', id, 'why', why, 'isUpgrade', purpose = 'upgrade') ORDER BY id)
    FILTER (WHERE refused), '[]')) AS money
FROM placed GROUP BY booking, "order";

CREATE TEMPORARY TABLE told_of_sales ON COMMIT DROP AS
WITH nothing AS (SELECT '{"settledSen":0,"dueSen":0,"atStudioSen":0,"stuckSen":0,"backSen":0,"returnedSen":0,"lostSen":0,
  "acceptedSen":0,"failedSen":0,"dispute":null,"refused":[]}'::jsonb AS money)
SELECT b.id AS booking_id, 0 AS order_id, b.confirmed_at IS NOT NULL AS known, coalesce(s.money, n.money) || jsonb_build_object(
  'standing', CASE WHEN b.status = 'cancelled' THEN 'ended' WHEN b.status = 'completed' THEN 'done' WHEN b.status = 'confirmed' THEN 'stands'
    WHEN b.hold_expires_at IS NULL THEN 'waits' ELSE 'none' END,
  'isKnown', b.confirmed_at IS NOT NULL OR coalesce((s.money ->> 'acceptedSen')::int, 0) > 0,
  'totalSen', round(b.total_amount * 100)::int,
  'owedSen', CASE WHEN b.status = 'pending' AND b.hold_expires_at IS NULL THEN greatest(0, round(b.total_amount * 100)::int
    - coalesce((s.money ->> 'settledSen')::int + (s.money ->> 'stuckSen')::int, 0)) ELSE 0 END,
  'documents', coalesce((SELECT jsonb_agg(r.id ORDER BY r.id) FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.booking_id = b.id), '[]'),
  'date', b.date, 'time', b.time,
  'starts', coalesce((SELECT jsonb_agg(to_char(v.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ORDER BY v.starts_at)
    FROM slot_reservations v WHERE v.booking_id = b.id AND v.upgrade_id IS NULL),
    jsonb_build_array(to_char(b.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
  'room', c.studio_id, 'duration', b.duration, 'hours', b.hours,
  'addOns', coalesce((SELECT jsonb_agg(a.service_id || ' × ' || a.hours ORDER BY a.id) FROM booking_add_ons a WHERE a.booking_id = b.id), '[]')) AS told
FROM bookings b JOIN services c ON c.id = b.service_id CROSS JOIN nothing n LEFT JOIN sums_of_sales s ON s.booking = b.id
UNION ALL
SELECT 0, o.id, o.paid_at IS NOT NULL, coalesce(s.money, n.money) || jsonb_build_object(
  'standing', CASE WHEN o.status IN ('delivered', 'completed') THEN 'done' WHEN o.status IN ('paid', 'in_progress') THEN 'stands'
    WHEN o.status = 'pending' THEN 'none' ELSE 'ended' END,
  'isKnown', o.paid_at IS NOT NULL OR coalesce((s.money ->> 'acceptedSen')::int, 0) > 0,
  'totalSen', round(o.total_amount * 100)::int, 'owedSen', 0,
  'documents', coalesce((SELECT jsonb_agg(r.id ORDER BY r.id) FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = o.id), '[]'),
  'due', to_char(o.due_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD'), 'hasFootage', o.footage_at IS NOT NULL, 'round', o.deliveries)
FROM video_editing_orders o CROSS JOIN nothing n LEFT JOIN sums_of_sales s ON s."order" = o.id;

-- One row for each mail that was sent, the newest as it is now; where a mail waits, without what it is about.
INSERT INTO notices (audience, booking_id, order_id, mail_id, says, told, told_at)
SELECT m.audience, nullif(m.booking_id, 0), nullif(m.order_id, 0), m.id, m.says,
  CASE WHEN w.id IS NULL THEN t.told ELSE t.told || CASE
    WHEN w.says IN ('cancelled', 'ended') THEN '{"standing":"stands","backSen":0,"returnedSen":0,"dueSen":0,"atStudioSen":0}'
    WHEN w.says = 'confirmed' AND m.says IN ('unpaid', 'cancelled') THEN jsonb_build_object('standing', CASE m.says WHEN 'unpaid' THEN 'waits' ELSE 'ended' END)
    WHEN w.says = 'moved' THEN '{"starts":[]}' WHEN w.says = 'upgraded' THEN '{"totalSen":0}'
    WHEN w.says = 'unpaid' THEN '{"standing":"ended"}' WHEN w.says = 'delivered' THEN jsonb_build_object('round', (t.told ->> 'round')::int - 1)
    WHEN w.says = 'footage' THEN '{"hasFootage":false,"due":null}' WHEN w.says = 'documents' THEN '{"documents":[]}'
    ELSE '{"refused":[],"backSen":0,"dueSen":0}' END::jsonb END,
  m.at
FROM about_sales m JOIN told_of_sales t USING (booking_id, order_id)
LEFT JOIN LATERAL (SELECT w.id, w.says FROM about_sales w WHERE w.booking_id = m.booking_id AND w.order_id = m.order_id
  AND w.audience = m.audience AND w.status = 'queued' ORDER BY w.id DESC LIMIT 1) w ON true
WHERE m.status = 'sent' ORDER BY m.at, m.id;

-- What is known without a mail that is left: told as it is.
INSERT INTO notices (audience, booking_id, order_id, says, told)
SELECT a.audience, nullif(t.booking_id, 0), nullif(t.order_id, 0), CASE WHEN t.order_id = 0 THEN 'confirmed' ELSE 'received' END, t.told
FROM told_of_sales t CROSS JOIN (VALUES ('customer'), ('studio')) AS a (audience)
WHERE t.known AND NOT EXISTS (SELECT 1 FROM about_sales m WHERE m.booking_id = t.booking_id AND m.order_id = t.order_id
  AND m.audience = a.audience AND m.status IN ('sent', 'queued', 'failed'));

-- The rest of what a mail was queued with is not read any more.
UPDATE mails m SET kind = n.kind, payload = CASE WHEN m.recipient = '' OR m.payload ? 'bookingId' OR m.payload ? 'orderId' THEN m.payload
  WHEN m.booking_id IS NULL THEN jsonb_build_object('orderId', m.order_id) ELSE jsonb_build_object('bookingId', m.booking_id) END
FROM (SELECT id, CASE WHEN audience = 'studio' THEN CASE WHEN order_id = 0 THEN 'studio_booking' ELSE 'studio_order' END
  WHEN order_id = 0 THEN 'booking_notice' ELSE 'order_notice' END AS kind FROM about_sales) AS n
WHERE n.id = m.id;
UPDATE mails SET payload = payload || jsonb_build_object('startsAt', payload #>> '{spans,0,startsAt}')
WHERE kind = 'booking_reminder' AND payload #>> '{spans,0,startsAt}' IS NOT NULL;
