-- What schema.prisma cannot express. These are the product's guarantees, not its courtesies: never `db push`.

-- A slot is never sold twice (decision B8). btree_gist lets the integer room stand beside the time range.
CREATE EXTENSION IF NOT EXISTS btree_gist;
ALTER TABLE slot_reservations
  ADD CONSTRAINT slot_reservations_no_overlap
  EXCLUDE USING gist (studio_id WITH =, tstzrange(starts_at, ends_at) WITH &&);
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_order CHECK (starts_at < ends_at);
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_kind
  CHECK ((kind = 'booking' AND booking_id IS NOT NULL) OR (kind = 'block' AND booking_id IS NULL));

ALTER TABLE services ADD CONSTRAINT services_rates
  CHECK (hourly_rate > 0 AND half_day_rate > 0 AND full_day_rate > 0 AND weekly_rate > 0);

ALTER TABLE bookings ADD CONSTRAINT bookings_status CHECK (status IN ('pending', 'confirmed', 'completed', 'cancelled'));
ALTER TABLE bookings ADD CONSTRAINT bookings_duration CHECK (duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE bookings ADD CONSTRAINT bookings_date CHECK (date ~ '^\d{4}-\d{2}-\d{2}$' AND time ~ '^\d{2}:\d{2}$');
ALTER TABLE bookings ADD CONSTRAINT bookings_order CHECK (starts_at < ends_at);
ALTER TABLE bookings ADD CONSTRAINT bookings_amounts
  CHECK (subtotal >= 0 AND tax_amount >= 0 AND subtotal + tax_amount = total_amount);
ALTER TABLE bookings ADD CONSTRAINT bookings_locale CHECK (locale IN ('en', 'ms', 'zh'));
ALTER TABLE bookings ADD CONSTRAINT bookings_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL));
-- One live hold per visitor (decision C3): the second of two tabs replaces the first's, it never adds one.
CREATE UNIQUE INDEX bookings_one_hold_per_visitor ON bookings (visitor_hash) WHERE status = 'pending' AND hold_expires_at IS NOT NULL;
CREATE INDEX bookings_live_holds ON bookings (hold_expires_at) WHERE status = 'pending';

ALTER TABLE booking_add_ons ADD CONSTRAINT booking_add_ons_hours CHECK (hours > 0 AND total_amount = hourly_rate * hours);

ALTER TABLE payments ADD CONSTRAINT payments_purpose CHECK (
  (purpose IN ('booking', 'upgrade') AND booking_id IS NOT NULL AND order_id IS NULL)
  OR (purpose = 'order' AND order_id IS NOT NULL AND booking_id IS NULL)
  OR (purpose = 'unmatched' AND booking_id IS NULL AND order_id IS NULL));
ALTER TABLE payments ADD CONSTRAINT payments_outcome CHECK (
  outcome IS NULL OR outcome IN ('confirmed', 'refund_due', 'refunded', 'needs_attention'));
ALTER TABLE payments ADD CONSTRAINT payments_amounts
  CHECK (amount >= 0 AND refunded_amount >= 0 AND refunded_amount <= amount);
-- Money never goes astray (decision C13): a succeeded payment always has an outcome, and only a succeeded one has.
ALTER TABLE payments ADD CONSTRAINT payments_succeeded_has_outcome CHECK ((status = 'succeeded') = (outcome IS NOT NULL));
-- One open payment per booking and purpose: Try Again reuses it (decision C4).
CREATE UNIQUE INDEX payments_one_open_per_booking ON payments (booking_id, purpose)
  WHERE booking_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');
CREATE UNIQUE INDEX payments_one_open_per_order ON payments (order_id)
  WHERE order_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');
CREATE INDEX payments_attention ON payments (id) WHERE outcome IN ('refund_due', 'needs_attention');

ALTER TABLE sessions ADD CONSTRAINT sessions_kind CHECK (
  (kind = 'admin' AND user_id IS NOT NULL AND email IS NULL) OR (kind = 'member' AND email IS NOT NULL AND user_id IS NULL));

ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_status
  CHECK (status IN ('pending', 'paid', 'in_progress', 'delivered', 'completed', 'cancelled', 'refunded'));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_tier CHECK (tier IN ('basic', 'standard', 'premium'));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_duration
  CHECK (duration IN ('<60s', '60-120s', '120-180s', '5-10 mins'));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_amounts
  CHECK (price > 0 AND tax_amount >= 0 AND price + coalesce(rush_price, 0) + tax_amount = total_amount);

ALTER TABLE memberships ADD CONSTRAINT memberships_status CHECK (status IN ('active', 'paused', 'cancelled'));
ALTER TABLE memberships ADD CONSTRAINT memberships_counters CHECK (
  sessions_completed >= 0 AND sessions_remaining BETWEEN 0 AND 10 AND free_sessions_earned >= 0
  AND referral_earnings >= 0 AND total_spent >= 0);
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_status CHECK (status IN ('pending', 'awarded', 'paid'));
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_no_self CHECK (referrer_membership_id <> referred_membership_id);

ALTER TABLE portfolio_items ADD CONSTRAINT portfolio_items_type CHECK (type IN ('podcast', 'video', 'livestream'));
ALTER TABLE blog_posts ADD CONSTRAINT blog_posts_category
  CHECK (category IN ('podcast-tips', 'content-creation', 'studio-news', 'industry-insights'));
ALTER TABLE holidays ADD CONSTRAINT holidays_date CHECK (date ~ '^\d{4}-\d{2}-\d{2}$');
ALTER TABLE mails ADD CONSTRAINT mails_status CHECK (status IN ('queued', 'sent', 'failed'));
