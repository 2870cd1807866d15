-- Tables, keys and indexes as `npm run migrate -- --diff --from-empty` prints them; only
-- memberships.counts is changed by hand, to a generated column.

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "password" TEXT NOT NULL,
    "totp_secret" TEXT,
    "totp_confirmed_at" TIMESTAMPTZ(3),
    "totp_last_step" INTEGER,
    "second_step_put_off_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "public_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "browser" TEXT,
    "system" TEXT,
    "network" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_browsers" (
    "browser_hash" TEXT NOT NULL,
    "account_hash" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("browser_hash","account_hash")
);

-- CreateTable
CREATE TABLE "sign_in_codes" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "studios" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "studios_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "services" (
    "id" SERIAL NOT NULL,
    "studio_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "hourly_rate" DECIMAL(10,2) NOT NULL,
    "half_day_rate" DECIMAL(10,2),
    "full_day_rate" DECIMAL(10,2),
    "weekly_rate" DECIMAL(10,2),
    "is_add_on" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "stripe_product_id" TEXT,
    "stripe_price_id" TEXT,
    "stripe_payment_link_url" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "services_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bookings" (
    "id" SERIAL NOT NULL,
    "service_id" INTEGER NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "date" TEXT NOT NULL,
    "time" TEXT NOT NULL,
    "duration" TEXT NOT NULL DEFAULT 'hourly',
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "requirements" TEXT,
    "subtotal" DECIMAL(10,2) NOT NULL,
    "tax_amount" DECIMAL(10,2) NOT NULL,
    "tax_rate" DECIMAL(6,4) NOT NULL,
    "tax_label" TEXT NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'MYR',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "cancel_reason" TEXT,
    "hold_expires_at" TIMESTAMPTZ(3),
    "hold_extended" BOOLEAN NOT NULL DEFAULT false,
    "stripe_payment_intent_id" TEXT,
    "visitor_hash" TEXT,
    "holder_hash" TEXT,
    "holder_network_hash" TEXT,
    "manage_token" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "calendar_sequence" INTEGER NOT NULL DEFAULT 0,
    "membership_id" INTEGER,
    "is_free_session" BOOLEAN NOT NULL DEFAULT false,
    "confirmed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bookings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_tally" (
    "id" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "bookings" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "booking_tally_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_add_ons" (
    "id" SERIAL NOT NULL,
    "booking_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "hours" INTEGER NOT NULL,
    "hourly_rate" DECIMAL(10,2) NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,

    CONSTRAINT "booking_add_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_upgrades" (
    "id" SERIAL NOT NULL,
    "booking_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "from_duration" TEXT NOT NULL,
    "from_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "from_total" DECIMAL(10,2) NOT NULL,
    "duration" TEXT NOT NULL,
    "add_ons" JSONB NOT NULL,
    "subtotal" DECIMAL(10,2) NOT NULL,
    "tax_amount" DECIMAL(10,2) NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'held',
    "hold_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "hold_extended" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "booking_upgrades_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slot_reservations" (
    "id" SERIAL NOT NULL,
    "studio_id" INTEGER NOT NULL,
    "booking_id" INTEGER,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'booking',
    "reason" TEXT,
    "upgrade_id" INTEGER,
    "series" UUID,

    CONSTRAINT "slot_reservations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" SERIAL NOT NULL,
    "booking_id" INTEGER,
    "order_id" INTEGER,
    "purpose" TEXT NOT NULL,
    "stripe_payment_intent_id" TEXT,
    "idempotency_key" TEXT NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'myr',
    "status" TEXT NOT NULL DEFAULT 'requires_payment_method',
    "outcome" TEXT,
    "reason" TEXT,
    "refunded_amount" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "refund_status" TEXT,
    "stripe_refund_id" TEXT,
    "disputed" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "handled_at" TIMESTAMPTZ(3),
    "card_fingerprint" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "succeeded_at" TIMESTAMPTZ(3),
    "sync_version" INTEGER NOT NULL DEFAULT 0,
    "sync_due" BOOLEAN NOT NULL DEFAULT false,
    "sync_failing_since" TIMESTAMPTZ(3),
    "reference" UUID NOT NULL DEFAULT gen_random_uuid(),
    "received_amount" DECIMAL(10,2),
    "dispute_status" TEXT,
    "refund_reason" TEXT,
    "refund_key" TEXT,
    "refusal" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_sweeps" (
    "name" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "swept_until" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3),
    "after_id" TEXT,

    CONSTRAINT "stripe_sweeps_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "stripe_key_refusals" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_key_refusals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "video_editing_orders" (
    "id" SERIAL NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT NOT NULL,
    "customer_phone" TEXT,
    "tier" TEXT NOT NULL,
    "duration" TEXT NOT NULL,
    "price" DECIMAL(10,2) NOT NULL,
    "rush_service" BOOLEAN NOT NULL DEFAULT false,
    "rush_price" DECIMAL(10,2),
    "discount" TEXT,
    "discount_amount" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "tax_amount" DECIMAL(10,2) NOT NULL,
    "tax_rate" DECIMAL(6,4) NOT NULL,
    "tax_label" TEXT NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'MYR',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "cancel_reason" TEXT,
    "requirements" TEXT,
    "stripe_payment_intent_id" TEXT,
    "visitor_hash" TEXT,
    "manage_token" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "paid_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "delivery_link" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "video_editing_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "id" SERIAL NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT NOT NULL,
    "customer_phone" TEXT,
    "service_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "sessions_completed" INTEGER NOT NULL DEFAULT 0,
    "sessions_remaining" INTEGER NOT NULL DEFAULT 10,
    "free_sessions_earned" INTEGER NOT NULL DEFAULT 0,
    "free_sessions_used" INTEGER NOT NULL DEFAULT 0,
    "referral_code" TEXT NOT NULL,
    "referred_by" TEXT,
    "referral_earnings" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "total_spent" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_session_at" TIMESTAMPTZ(3),
    "email_proven_at" TIMESTAMPTZ(3),
    "joined_browser_hash" TEXT,
    "earlier_counted" BOOLEAN,
    -- The one definition of a membership that counts. Not to be written.
    "counts" BOOLEAN GENERATED ALWAYS AS (status = 'active' AND email_proven_at IS NOT NULL) STORED,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership_sessions" (
    "id" SERIAL NOT NULL,
    "membership_id" INTEGER NOT NULL,
    "booking_id" INTEGER,
    "reverses_id" INTEGER,
    "session_date" TEXT NOT NULL,
    "session_time" TEXT NOT NULL,
    "duration" TEXT NOT NULL,
    "was_freebie_session" BOOLEAN NOT NULL DEFAULT false,
    "notes" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral_rewards" (
    "id" SERIAL NOT NULL,
    "referrer_membership_id" INTEGER NOT NULL,
    "referred_membership_id" INTEGER NOT NULL,
    "reward_amount" DECIMAL(10,2) NOT NULL DEFAULT 100,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reverses_id" INTEGER,
    "booking_id" INTEGER,
    "awarded_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "referral_rewards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "phone" TEXT,
    "company" TEXT,
    "industry" TEXT,
    "experience" TEXT,
    "company_size" TEXT,
    "designation" TEXT,
    "topics" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portfolio_items" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'podcast',
    "duration" TEXT,
    "thumbnail_url" TEXT,
    "video_url" TEXT,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "portfolio_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blog_posts" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "author" TEXT NOT NULL DEFAULT 'Studio Team',
    "category" TEXT NOT NULL DEFAULT 'content-creation',
    "tags" TEXT NOT NULL DEFAULT '',
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "published" BOOLEAN NOT NULL DEFAULT true,
    "published_at" TIMESTAMPTZ(3),
    "cover_url" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blog_posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holidays" (
    "date" TEXT NOT NULL,
    "name_en" TEXT NOT NULL,
    "name_ms" TEXT NOT NULL,
    "name_zh" TEXT NOT NULL,
    "tentative" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "holidays_pkey" PRIMARY KEY ("date")
);

-- CreateTable
CREATE TABLE "content_versions" (
    "tag" TEXT NOT NULL,
    "version" BIGSERIAL NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "content_versions_pkey" PRIMARY KEY ("tag")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" SERIAL NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "message_id" TEXT NOT NULL,
    "booking_id" INTEGER,
    "order_id" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" SERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,
    "network" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "endpoint" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "visitor_token" TEXT NOT NULL,
    "status" INTEGER,
    "response" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("endpoint","key")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "local_keys" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "value" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "local_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_public_id_key" ON "sessions"("public_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "known_browsers_account_hash_idx" ON "known_browsers"("account_hash");

-- CreateIndex
CREATE INDEX "known_browsers_last_seen_at_idx" ON "known_browsers"("last_seen_at");

-- CreateIndex
CREATE INDEX "sign_in_codes_browser_hash_email_idx" ON "sign_in_codes"("browser_hash", "email");

-- CreateIndex
CREATE INDEX "sign_in_codes_created_at_idx" ON "sign_in_codes"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "studios_name_key" ON "studios"("name");

-- CreateIndex
CREATE UNIQUE INDEX "services_name_key" ON "services"("name");

-- CreateIndex
CREATE UNIQUE INDEX "bookings_stripe_payment_intent_id_key" ON "bookings"("stripe_payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "bookings_manage_token_key" ON "bookings"("manage_token");

-- CreateIndex
CREATE INDEX "bookings_status_hold_expires_at_idx" ON "bookings"("status", "hold_expires_at");

-- CreateIndex
CREATE INDEX "bookings_visitor_hash_idx" ON "bookings"("visitor_hash");

-- CreateIndex
CREATE INDEX "bookings_created_at_id_idx" ON "bookings"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bookings_email_idx" ON "bookings"("email");

-- CreateIndex
CREATE INDEX "bookings_membership_id_idx" ON "bookings"("membership_id");

-- CreateIndex
CREATE UNIQUE INDEX "booking_add_ons_booking_id_service_id_key" ON "booking_add_ons"("booking_id", "service_id");

-- CreateIndex
CREATE UNIQUE INDEX "booking_upgrades_payment_id_key" ON "booking_upgrades"("payment_id");

-- CreateIndex
CREATE INDEX "booking_upgrades_booking_id_idx" ON "booking_upgrades"("booking_id");

-- CreateIndex
CREATE INDEX "slot_reservations_booking_id_idx" ON "slot_reservations"("booking_id");

-- CreateIndex
CREATE INDEX "slot_reservations_upgrade_id_idx" ON "slot_reservations"("upgrade_id");

-- CreateIndex
CREATE INDEX "slot_reservations_studio_id_starts_at_idx" ON "slot_reservations"("studio_id", "starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "payments_stripe_payment_intent_id_key" ON "payments"("stripe_payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_idempotency_key_key" ON "payments"("idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "payments_reference_key" ON "payments"("reference");

-- CreateIndex
CREATE INDEX "payments_booking_id_idx" ON "payments"("booking_id");

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE INDEX "payments_status_checked_at_idx" ON "payments"("status", "checked_at");

-- CreateIndex
CREATE INDEX "stripe_events_processed_at_idx" ON "stripe_events"("processed_at");

-- CreateIndex
CREATE UNIQUE INDEX "video_editing_orders_stripe_payment_intent_id_key" ON "video_editing_orders"("stripe_payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "video_editing_orders_manage_token_key" ON "video_editing_orders"("manage_token");

-- CreateIndex
CREATE INDEX "video_editing_orders_created_at_id_idx" ON "video_editing_orders"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "memberships_customer_email_key" ON "memberships"("customer_email");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_referral_code_key" ON "memberships"("referral_code");

-- CreateIndex
CREATE UNIQUE INDEX "membership_sessions_booking_id_key" ON "membership_sessions"("booking_id");

-- CreateIndex
CREATE UNIQUE INDEX "membership_sessions_reverses_id_key" ON "membership_sessions"("reverses_id");

-- CreateIndex
CREATE INDEX "membership_sessions_membership_id_idx" ON "membership_sessions"("membership_id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_rewards_reverses_id_key" ON "referral_rewards"("reverses_id");

-- CreateIndex
CREATE INDEX "referral_rewards_referrer_membership_id_idx" ON "referral_rewards"("referrer_membership_id");

-- CreateIndex
CREATE INDEX "referral_rewards_referred_membership_id_idx" ON "referral_rewards"("referred_membership_id");

-- CreateIndex
CREATE INDEX "referral_rewards_booking_id_idx" ON "referral_rewards"("booking_id");

-- CreateIndex
CREATE INDEX "contacts_created_at_idx" ON "contacts"("created_at");

-- CreateIndex
CREATE INDEX "contacts_archived_at_created_at_id_idx" ON "contacts"("archived_at", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "portfolio_items_title_key" ON "portfolio_items"("title");

-- CreateIndex
CREATE UNIQUE INDEX "blog_posts_slug_key" ON "blog_posts"("slug");

-- CreateIndex
CREATE INDEX "blog_posts_published_published_at_idx" ON "blog_posts"("published", "published_at");

-- CreateIndex
CREATE UNIQUE INDEX "mails_dedupe_key_key" ON "mails"("dedupe_key");

-- CreateIndex
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails"("message_id");

-- CreateIndex
CREATE INDEX "mails_status_next_attempt_at_idx" ON "mails"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "mails_booking_id_idx" ON "mails"("booking_id");

-- CreateIndex
CREATE INDEX "mails_order_id_idx" ON "mails"("order_id");

-- CreateIndex
CREATE INDEX "audit_log_address_id_idx" ON "audit_log"("address", "id");

-- CreateIndex
CREATE INDEX "audit_log_created_at_idx" ON "audit_log"("created_at");

-- CreateIndex
CREATE INDEX "audit_log_entity_entity_id_idx" ON "audit_log"("entity", "entity_id");

-- CreateIndex
CREATE INDEX "audit_log_entity_id_idx" ON "audit_log"("entity", "id");

-- CreateIndex
CREATE INDEX "audit_log_actor_id_idx" ON "audit_log"("actor", "id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "rate_limits_resets_at_idx" ON "rate_limits"("resets_at");

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services" ADD CONSTRAINT "services_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_add_ons" ADD CONSTRAINT "booking_add_ons_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_add_ons" ADD CONSTRAINT "booking_add_ons_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_upgrade_id_fkey" FOREIGN KEY ("upgrade_id") REFERENCES "booking_upgrades"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "membership_sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referrer_membership_id_fkey" FOREIGN KEY ("referrer_membership_id") REFERENCES "memberships"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referred_membership_id_fkey" FOREIGN KEY ("referred_membership_id") REFERENCES "memberships"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "referral_rewards"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What follows is written by hand: schema.prisma cannot express it. Never `prisma db push`, which
-- would leave it out.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Reserved time.

-- A slot is never sold twice. btree_gist lets the integer room stand beside the time range.
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_no_overlap
  EXCLUDE USING gist (studio_id WITH =, tstzrange(starts_at, ends_at) WITH &&);
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_order CHECK (starts_at < ends_at);
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_kind
  CHECK ((kind = 'booking' AND booking_id IS NOT NULL) OR (kind = 'block' AND booking_id IS NULL));
-- The added time of an upgrade belongs to a booking, never to a block.
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_upgrade
  CHECK (upgrade_id IS NULL OR booking_id IS NOT NULL);
-- Blocks that were made together (repeated weekly) can be removed together.
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_series_of_blocks
  CHECK (series IS NULL OR kind = 'block');
CREATE INDEX slot_reservations_series ON slot_reservations (series) WHERE series IS NOT NULL;

-- What holds the room at a moment, by the database's clock: the only definition, used by every query
-- that asks. Instances whose clocks differ would otherwise disagree about when a hold ends.

-- A payment that its customer could still complete at Stripe. Without an intent nobody was given
-- anything to pay with.
CREATE FUNCTION is_payable(stripe_payment_intent_id TEXT, status TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN stripe_payment_intent_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');

-- held: in force. expired_open: over, but its payment must be closed at Stripe before the time is
-- anybody else's. expired: over, and whoever comes next ends it. A hold without an end is in force.
CREATE FUNCTION hold_state(hold_expires_at TIMESTAMPTZ, payable BOOLEAN) RETURNS TEXT
  LANGUAGE SQL STABLE
  RETURN CASE
    WHEN hold_expires_at IS NULL OR hold_expires_at > statement_timestamp() THEN 'held'
    WHEN payable THEN 'expired_open'
    ELSE 'expired'
  END;

-- Every reservation of a room that overlaps a span, with its state. Written as one SELECT so that the
-- planner puts it into the query that calls it, and as a range condition so that the index of the
-- exclusion constraint answers it. held_for: the visitor whose hold it is while it is in force.
CREATE FUNCTION room_reservations(room INTEGER, span TSTZRANGE)
  RETURNS TABLE (
    id INTEGER, booking_id INTEGER, upgrade_id INTEGER, kind TEXT, reason TEXT, series UUID,
    starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, state TEXT, held_for TEXT)
  LANGUAGE SQL STABLE AS $$
  SELECT r.id, r.booking_id, r.upgrade_id, r.kind, r.reason, r.series, r.starts_at, r.ends_at,
    CASE
      WHEN u.id IS NOT NULL THEN hold_state(u.hold_expires_at, EXISTS (
        SELECT 1 FROM payments p WHERE p.id = u.payment_id AND is_payable(p.stripe_payment_intent_id, p.status)))
      WHEN b.status = 'pending' THEN hold_state(b.hold_expires_at, EXISTS (
        SELECT 1 FROM payments p WHERE p.booking_id = b.id AND is_payable(p.stripe_payment_intent_id, p.status)))
      ELSE 'held'
    END,
    CASE WHEN b.status = 'pending' AND b.hold_expires_at > statement_timestamp() THEN b.visitor_hash END
  FROM slot_reservations r LEFT JOIN bookings b ON b.id = r.booking_id LEFT JOIN booking_upgrades u ON u.id = r.upgrade_id
  WHERE r.studio_id = room AND tstzrange(r.starts_at, r.ends_at) && span
$$;

-- Services, bookings and upgrades.

ALTER TABLE services ADD CONSTRAINT services_rates
  CHECK (hourly_rate > 0 AND half_day_rate > 0 AND full_day_rate > 0 AND weekly_rate > 0);

ALTER TABLE bookings ADD CONSTRAINT bookings_status
  CHECK (status IN ('pending', 'confirmed', 'completed', 'cancelled'));
ALTER TABLE bookings ADD CONSTRAINT bookings_duration
  CHECK (duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE bookings ADD CONSTRAINT bookings_date
  CHECK (date ~ '^\d{4}-\d{2}-\d{2}$' AND time ~ '^\d{2}:\d{2}$');
ALTER TABLE bookings ADD CONSTRAINT bookings_order CHECK (starts_at < ends_at);
ALTER TABLE bookings ADD CONSTRAINT bookings_amounts
  CHECK (subtotal >= 0 AND tax_amount >= 0 AND subtotal + tax_amount = total_amount);
ALTER TABLE bookings ADD CONSTRAINT bookings_locale CHECK (locale IN ('en', 'ms', 'zh'));
ALTER TABLE bookings ADD CONSTRAINT bookings_cancelled
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL));
ALTER TABLE bookings ADD CONSTRAINT bookings_cancel_reason
  CHECK (cancel_reason IS NULL OR (status = 'cancelled' AND cancel_reason IN ('expired', 'released', 'admin')));
-- One hold in force per visitor: the second of two tabs replaces the first's, it never adds one.
CREATE UNIQUE INDEX bookings_one_hold_per_visitor ON bookings (visitor_hash)
  WHERE status = 'pending' AND hold_expires_at IS NOT NULL;
CREATE INDEX bookings_live_holds ON bookings (hold_expires_at) WHERE status = 'pending';
-- A member's bookings are found by the email in lower case.
CREATE INDEX bookings_lower_email ON bookings (lower(email));

-- The admin's list, without the holds that ended unpaid, in each order it is shown in, and by what it
-- is filtered. Most rows of a busy site are such holds: an index that has them would be walked past
-- thousands to find fifty.
CREATE INDEX bookings_shown ON bookings (created_at DESC, id DESC)
  WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
CREATE INDEX bookings_shown_by_status ON bookings (status, created_at DESC, id DESC)
  WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
CREATE INDEX bookings_shown_by_service ON bookings (service_id, created_at DESC, id DESC)
  WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
CREATE INDEX bookings_shown_by_start ON bookings (starts_at DESC, id DESC)
  WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
-- Search by any part of a name, an email or a phone number.
CREATE INDEX bookings_search ON bookings USING gin (
  lower(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);

ALTER TABLE booking_add_ons ADD CONSTRAINT booking_add_ons_hours
  CHECK (hours > 0 AND total_amount = hourly_rate * hours);

ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_status
  CHECK (status IN ('held', 'applied', 'ended'));
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_durations CHECK (
  duration IN ('hourly', 'half-day', 'full-day', 'weekly')
  AND from_duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_amounts CHECK (
  subtotal >= 0 AND tax_amount >= 0 AND subtotal + tax_amount = total_amount AND total_amount > from_total);
-- One at a time: the second of two tabs replaces the first's or shares it.
CREATE UNIQUE INDEX booking_upgrades_one_held ON booking_upgrades (booking_id) WHERE status = 'held';
CREATE INDEX booking_upgrades_live ON booking_upgrades (hold_expires_at) WHERE status = 'held';

-- The dashboard's totals, as amounts by which they changed: appended by the statement that changed
-- them, so that no two transactions wait for one counter, and summed up into few rows by a job. What
-- is held or was never sold is not in it.
CREATE FUNCTION booking_tallied(status TEXT, cancel_reason TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN status IN ('confirmed', 'completed')
    OR (status = 'cancelled' AND coalesce(cancel_reason, '') NOT IN ('expired', 'released'));

CREATE FUNCTION booking_tally_insert() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, count(*), sum(total_amount) FROM came WHERE booking_tallied(status, cancel_reason) GROUP BY status;
  RETURN NULL;
END$$;
CREATE FUNCTION booking_tally_delete() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, -count(*), -sum(total_amount) FROM went WHERE booking_tallied(status, cancel_reason) GROUP BY status;
  RETURN NULL;
END$$;
CREATE FUNCTION booking_tally_update() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, sum(n), sum(amount) FROM (
      SELECT status, 1 AS n, total_amount AS amount FROM came WHERE booking_tallied(status, cancel_reason)
      UNION ALL SELECT status, -1, -total_amount FROM went WHERE booking_tallied(status, cancel_reason)) AS change
    GROUP BY status HAVING sum(n) <> 0 OR sum(amount) <> 0;
  RETURN NULL;
END$$;
CREATE FUNCTION booking_tally_empty() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM booking_tally;
  RETURN NULL;
END$$;

CREATE TRIGGER booking_tally_insert AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_insert();
CREATE TRIGGER booking_tally_update AFTER UPDATE ON bookings
  REFERENCING NEW TABLE AS came OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_update();
CREATE TRIGGER booking_tally_delete AFTER DELETE ON bookings
  REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_delete();
CREATE TRIGGER booking_tally_empty AFTER TRUNCATE ON bookings
  FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_empty();

-- Payments.

ALTER TABLE payments ADD CONSTRAINT payments_purpose CHECK (
  (purpose IN ('booking', 'upgrade') AND booking_id IS NOT NULL AND order_id IS NULL)
  OR (purpose = 'order' AND order_id IS NOT NULL AND booking_id IS NULL)
  OR (purpose = 'unmatched' AND booking_id IS NULL AND order_id IS NULL));
ALTER TABLE payments ADD CONSTRAINT payments_status CHECK (status IN (
  'requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'requires_capture',
  'canceled', 'succeeded'));
ALTER TABLE payments ADD CONSTRAINT payments_outcome CHECK (
  outcome IS NULL OR outcome IN ('confirmed', 'refund_due', 'refunded', 'needs_attention'));
ALTER TABLE payments ADD CONSTRAINT payments_reason CHECK (reason IS NULL OR reason IN (
  'late', 'cancelled', 'duplicate', 'amount_mismatch', 'unmatched', 'owner_refund', 'refund_failed', 'offline',
  'offline_refund'));
ALTER TABLE payments ADD CONSTRAINT payments_refund_status
  CHECK (refund_status IS NULL OR refund_status IN ('pending', 'succeeded', 'failed'));
ALTER TABLE payments ADD CONSTRAINT payments_refund_reason CHECK (refund_reason IS NULL OR refund_reason IN (
  'late', 'cancelled', 'duplicate', 'amount_mismatch', 'unmatched', 'owner_refund'));
ALTER TABLE payments ADD CONSTRAINT payments_dispute_status
  CHECK (dispute_status IS NULL OR dispute_status IN ('inquiry', 'chargeback', 'lost', 'over'));
-- More, or less, may have come than was due: what goes back is judged by what came.
ALTER TABLE payments ADD CONSTRAINT payments_amounts CHECK (
  amount >= 0 AND refunded_amount >= 0 AND refunded_amount <= greatest(amount, coalesce(received_amount, 0)));
-- A succeeded payment always has an outcome, and only a succeeded one has.
ALTER TABLE payments ADD CONSTRAINT payments_succeeded_has_outcome
  CHECK ((status = 'succeeded') = (outcome IS NOT NULL));
-- Money that never was at Stripe cannot be refunded there: the admin gives it back.
ALTER TABLE payments ADD CONSTRAINT payments_refund_due_at_stripe
  CHECK (outcome IS DISTINCT FROM 'refund_due' OR stripe_payment_intent_id IS NOT NULL);
-- What needed attention and was handled outside of this site carries a note.
ALTER TABLE payments ADD CONSTRAINT payments_handled CHECK (handled_at IS NULL OR note IS NOT NULL);
-- One open payment per booking and purpose: another attempt to pay reuses it.
CREATE UNIQUE INDEX payments_one_open_per_booking ON payments (booking_id, purpose)
  WHERE booking_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');
CREATE UNIQUE INDEX payments_one_open_per_order ON payments (order_id)
  WHERE order_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');
CREATE INDEX payments_attention ON payments (id) WHERE outcome IN ('refund_due', 'needs_attention');
CREATE INDEX payments_sync_due ON payments (id) WHERE sync_due;
CREATE INDEX payments_refund_pending ON payments (id) WHERE refund_status = 'pending';
CREATE INDEX payments_disputed ON payments (id) WHERE disputed AND handled_at IS NULL;
CREATE INDEX payments_given_back ON payments (id) WHERE outcome = 'refunded' AND handled_at IS NULL;
CREATE INDEX payments_sync_failing ON payments (id) WHERE sync_failing_since IS NOT NULL;

-- One row at most: since when Stripe refuses the secret key.
ALTER TABLE stripe_key_refusals ADD CONSTRAINT stripe_key_refusals_one CHECK (id = 1);

-- Bookings whose own money went back, by whomever, although they stand: `payment_id` paid for the
-- booking, or for an upgrade that it has. Money that never paid for it (late, cancelled, paid twice,
-- of a wrong sum) is not meant.
CREATE VIEW bookings_paid_back AS
SELECT p.booking_id, p.id AS payment_id, p.handled_at
FROM payments p JOIN bookings b ON b.id = p.booking_id LEFT JOIN booking_upgrades u ON u.payment_id = p.id
WHERE b.status <> 'cancelled' AND (p.purpose = 'booking' OR u.status = 'applied')
  AND ((p.outcome = 'refunded' AND (p.reason IS NULL OR p.reason = 'owner_refund'))
    OR p.dispute_status IN ('chargeback', 'lost'))
  AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.booking_id = p.booking_id AND o.purpose = p.purpose
    AND o.purpose = 'booking' AND o.id <> p.id AND o.outcome = 'confirmed'
    AND (o.dispute_status IS NULL OR o.dispute_status NOT IN ('chargeback', 'lost')));

-- What needs the admin's attention, and why: the one definition behind the list, its number and its
-- buttons.
CREATE VIEW payment_alerts AS
SELECT p.id AS payment_id, CASE
    WHEN p.outcome IN ('needs_attention', 'refund_due') OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
      THEN 'open'
    WHEN p.disputed THEN 'disputed'
    WHEN p.outcome = 'refunded' THEN 'paid_back'
    ELSE 'unread' END AS kind
FROM payments p
WHERE p.handled_at IS NULL AND (
  p.outcome IN ('needs_attention', 'refund_due')
  OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
  OR p.disputed
  OR (p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back))
  OR p.sync_failing_since < now() - interval '1 hour');

-- Orders of video editing.

ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_status
  CHECK (status IN ('pending', 'paid', 'in_progress', 'delivered', 'completed', 'cancelled', 'refunded'));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_cancel_reason
  CHECK (cancel_reason IS NULL OR (status = 'cancelled' AND cancel_reason IN ('expired', 'replaced', 'admin')));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_tier
  CHECK (tier IN ('basic', 'standard', 'premium'));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_duration
  CHECK (duration IN ('<60s', '60-120s', '120-180s', '5-10 mins'));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_amounts
  CHECK (price > 0 AND tax_amount >= 0 AND price + coalesce(rush_price, 0) + tax_amount = total_amount);
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_discount CHECK (
  (discount IS NULL AND discount_amount = 0)
  OR (discount IS NOT NULL AND discount IN ('member', 'first_order') AND discount_amount > 0));
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_deliveries CHECK (deliveries >= 0);
-- A first order is the first once: two unpaid ones at its price could both be paid.
CREATE UNIQUE INDEX video_editing_orders_one_first_order ON video_editing_orders (customer_email)
  WHERE discount = 'first_order' AND status NOT IN ('cancelled', 'refunded');
-- A visitor has one unpaid order for the same edit, as one hold for the same session: a second tab, or
-- fifty clicks at once, take up the first instead of making another that could be paid too.
CREATE UNIQUE INDEX video_editing_orders_one_unpaid ON video_editing_orders (visitor_hash, tier, duration, rush_service)
  WHERE status = 'pending';
-- Unpaid orders, for the job that ends them.
CREATE INDEX video_editing_orders_unpaid ON video_editing_orders (created_at) WHERE status = 'pending';
-- A member's orders are found by the email in lower case.
CREATE INDEX video_editing_orders_lower_email ON video_editing_orders (lower(customer_email));

-- Members.

ALTER TABLE memberships ADD CONSTRAINT memberships_status CHECK (status IN ('active', 'paused', 'cancelled'));
ALTER TABLE memberships ADD CONSTRAINT memberships_counters CHECK (
  sessions_completed >= 0 AND sessions_remaining BETWEEN 0 AND 10 AND free_sessions_earned >= 0
  AND referral_earnings >= 0 AND total_spent >= 0);
-- A free session is never given twice: redemptions at the same moment meet this as the last of three
-- guards.
ALTER TABLE memberships ADD CONSTRAINT memberships_free_sessions CHECK (
  free_sessions_used BETWEEN 0 AND free_sessions_earned AND free_sessions_earned * 10 <= sessions_completed);
-- Nothing counts for a membership whose email is not proven (docs/decisions/015-membership-proof.md).
ALTER TABLE memberships ADD CONSTRAINT memberships_unproven CHECK (email_proven_at IS NOT NULL
  OR (sessions_completed = 0 AND free_sessions_earned = 0 AND free_sessions_used = 0 AND total_spent = 0
    AND earlier_counted IS NULL));

-- Nothing in the two ledgers is edited or deleted: what a refund or a cancellation takes back is a row
-- of its own that names the row it reverses, and at most one may.
ALTER TABLE membership_sessions ADD CONSTRAINT membership_sessions_duration
  CHECK (duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE membership_sessions ADD CONSTRAINT membership_sessions_reversal
  CHECK (reverses_id IS NULL OR booking_id IS NULL);
-- held: friend and referrer paid with the same card and the admin decides. refused: what the admin
-- then decided.
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_status
  CHECK (status IN ('pending', 'held', 'awarded', 'paid', 'refused'));
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_reversal
  CHECK (CASE WHEN reverses_id IS NULL THEN reward_amount > 0 ELSE reward_amount < 0 AND status = 'awarded' END);
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_no_self
  CHECK (referrer_membership_id <> referred_membership_id);
-- One reward per friend for ever. Its counter entry stands beside it.
CREATE UNIQUE INDEX referral_rewards_one_per_friend ON referral_rewards (referred_membership_id)
  WHERE reverses_id IS NULL;

-- Access.

ALTER TABLE users ADD CONSTRAINT users_totp CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL);
ALTER TABLE sessions ADD CONSTRAINT sessions_kind CHECK (
  (kind = 'admin' AND user_id IS NOT NULL AND email IS NULL)
  OR (kind = 'member' AND email IS NOT NULL AND user_id IS NULL));
ALTER TABLE local_keys ADD CONSTRAINT local_keys_one CHECK (id = 1 AND length(value) = 32);

-- Content.

ALTER TABLE portfolio_items ADD CONSTRAINT portfolio_items_type
  CHECK (type IN ('podcast', 'video', 'livestream'));
ALTER TABLE blog_posts ADD CONSTRAINT blog_posts_category
  CHECK (category IN ('podcast-tips', 'content-creation', 'studio-news', 'industry-insights'));
ALTER TABLE holidays ADD CONSTRAINT holidays_date CHECK (date ~ '^\d{4}-\d{2}-\d{2}$');

-- Which content changed last: one row per cache tag, counted up by the tables themselves, in the
-- transaction of the change. Every instance watches these rows and throws away what it cached under a
-- tag that moved (docs/decisions/012-content-follows.md). The version is drawn from the sequence, so
-- that none ever comes twice, whatever is deleted in between.
CREATE FUNCTION content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_versions (tag) VALUES (TG_ARGV[0])
  ON CONFLICT (tag) DO UPDATE SET version = EXCLUDED.version, changed_at = clock_timestamp();
  RETURN NULL;
END$$;

CREATE TRIGGER services_changed AFTER INSERT OR UPDATE OR DELETE ON services
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('services');
CREATE TRIGGER holidays_changed AFTER INSERT OR UPDATE OR DELETE ON holidays
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('holidays');
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('settings');
CREATE TRIGGER portfolio_items_changed AFTER INSERT OR UPDATE OR DELETE ON portfolio_items
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('portfolio');
CREATE TRIGGER blog_posts_changed AFTER INSERT OR UPDATE OR DELETE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('blog');

-- Mail and the audit log.

-- dropped: a mail that was given up and that nobody misses.
ALTER TABLE mails ADD CONSTRAINT mails_status CHECK (status IN ('queued', 'sent', 'failed', 'dropped'));
CREATE INDEX mails_failed ON mails (id) WHERE status = 'failed';

-- What is written stays as it was written, for seven years.
CREATE FUNCTION audit_log_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '7 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_log is final: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END$$;
CREATE TRIGGER audit_log_final BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_final();
CREATE TRIGGER audit_log_kept BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_final();

-- A role that may not delete from the table can still let it forget what is older than that.
CREATE FUNCTION prune_audit_log() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone integer;
BEGIN
  DELETE FROM audit_log WHERE created_at < now() - interval '7 years';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END$$;
REVOKE ALL ON FUNCTION prune_audit_log() FROM PUBLIC;
