-- The database as it was on 26 November 2026, after the dated migrations up to 20261126010000_payment_method, which this
-- one replaces (scripts/migrate.ts). Columns stand in the order in which those added them. What is in force of functions,
-- triggers and views, and what they are for, is in prisma/sql.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Tables, keys and indexes of schema.prisma.

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

CREATE TABLE "recovery_codes" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "known_browsers" (
    "browser_hash" TEXT NOT NULL,
    "account_hash" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("browser_hash","account_hash")
);

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

CREATE TABLE "studios" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    CONSTRAINT "studios_pkey" PRIMARY KEY ("id")
);

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
    "state" TEXT NOT NULL DEFAULT 'offered',
    "former_hourly_rate" DECIMAL(10,2),
    CONSTRAINT "services_pkey" PRIMARY KEY ("id")
);

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
    "hours" INTEGER NOT NULL DEFAULT 1,
    "billing" JSONB,
    "holder_inbox" TEXT,
    "hold_minutes" DOUBLE PRECISION,
    CONSTRAINT "bookings_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "booking_tally" (
    "id" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "bookings" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    CONSTRAINT "booking_tally_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "booking_add_ons" (
    "id" SERIAL NOT NULL,
    "booking_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "hours" INTEGER NOT NULL,
    "hourly_rate" DECIMAL(10,2) NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    CONSTRAINT "booking_add_ons_pkey" PRIMARY KEY ("id")
);

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
    "from_hours" INTEGER NOT NULL DEFAULT 1,
    "hours" INTEGER NOT NULL DEFAULT 1,
    "sale_id" INTEGER,
    CONSTRAINT "booking_upgrades_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "sales" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "booking_id" INTEGER,
    "order_id" INTEGER,
    "lines" JSONB NOT NULL,
    "subtotal" DECIMAL(10,2) NOT NULL,
    "tax_amount" DECIMAL(10,2) NOT NULL,
    "tax_rate" DECIMAL(6,4) NOT NULL,
    "tax_label" TEXT NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'MYR',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "sales_pkey" PRIMARY KEY ("id")
);

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
    "documents_failing_since" TIMESTAMPTZ(3),
    "refund_pending_since" TIMESTAMPTZ(3),
    "sale_id" INTEGER,
    "method" TEXT,
    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_method_refusals" (
    "method" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refusal" TEXT,
    CONSTRAINT "payment_method_refusals_pkey" PRIMARY KEY ("method")
);

CREATE TABLE "unread_intents" (
    "intent_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "unread_intents_pkey" PRIMARY KEY ("intent_id")
);

CREATE TABLE "receipt_counters" (
    "kind" TEXT NOT NULL,
    "last" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("kind")
);

CREATE TABLE "receipts" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "receipt_id" INTEGER,
    "stripe_refund_id" TEXT,
    "locale" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "reissued_at" TIMESTAMPTZ(3),
    "seller" JSONB NOT NULL,
    "buyer" JSONB NOT NULL,
    "lines" JSONB NOT NULL,
    "subtotal" DECIMAL(10,2) NOT NULL,
    "tax_amount" DECIMAL(10,2) NOT NULL,
    "tax_rate" DECIMAL(6,4) NOT NULL,
    "tax_label" TEXT NOT NULL,
    "total_amount" DECIMAL(10,2) NOT NULL,
    "method" TEXT,
    "reference" TEXT,
    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stripe_sweeps" (
    "name" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "swept_until" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3),
    "after_id" TEXT,
    CONSTRAINT "stripe_sweeps_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "stripe_key_refusals" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "stripe_key_refusals_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

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
    "footage_links" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "footage_at" TIMESTAMPTZ(3),
    "billing" JSONB,
    CONSTRAINT "video_editing_orders_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "holidays" (
    "date" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tentative" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "closed" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "holidays_pkey" PRIMARY KEY ("date")
);

CREATE TABLE "content_versions" (
    "tag" TEXT NOT NULL,
    "version" BIGSERIAL NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "content_versions_pkey" PRIMARY KEY ("tag")
);

CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

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
    "unproven" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "studio_summary" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "day" TEXT NOT NULL,
    "told_until" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "studio_summary_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "idempotency_keys" (
    "endpoint" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "sealed_token" TEXT NOT NULL,
    "status" INTEGER,
    "sealed_response" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "visitor_hash" TEXT NOT NULL,
    "email_hash" TEXT,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("endpoint","key_hash")
);

CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "failed_attempts" (
    "day" DATE NOT NULL,
    "action" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "failed_attempts_pkey" PRIMARY KEY ("day", "action", "account", "network")
);

CREATE TABLE "local_keys" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "value" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "local_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "jobs" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    CONSTRAINT "jobs_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "troubles" (
    "kind" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "count" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "troubles_pkey" PRIMARY KEY ("kind")
);

CREATE UNIQUE INDEX "users_username_key" ON "users"("username");
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");
CREATE UNIQUE INDEX "sessions_public_id_key" ON "sessions"("public_id");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "known_browsers_account_hash_idx" ON "known_browsers"("account_hash");
CREATE INDEX "known_browsers_last_seen_at_idx" ON "known_browsers"("last_seen_at");
CREATE INDEX "sign_in_codes_browser_hash_email_idx" ON "sign_in_codes"("browser_hash", "email");
CREATE INDEX "sign_in_codes_created_at_idx" ON "sign_in_codes"("created_at");
CREATE UNIQUE INDEX "studios_name_key" ON "studios"("name");
CREATE UNIQUE INDEX "services_name_key" ON "services"("name");
CREATE UNIQUE INDEX "bookings_stripe_payment_intent_id_key" ON "bookings"("stripe_payment_intent_id");
CREATE UNIQUE INDEX "bookings_manage_token_key" ON "bookings"("manage_token");
CREATE INDEX "bookings_status_hold_expires_at_idx" ON "bookings"("status", "hold_expires_at");
CREATE INDEX "bookings_visitor_hash_idx" ON "bookings"("visitor_hash");
CREATE INDEX "bookings_created_at_id_idx" ON "bookings"("created_at" DESC, "id" DESC);
CREATE INDEX "bookings_email_idx" ON "bookings"("email");
CREATE INDEX "bookings_membership_id_idx" ON "bookings"("membership_id");
CREATE UNIQUE INDEX "booking_add_ons_booking_id_service_id_key" ON "booking_add_ons"("booking_id", "service_id");
CREATE UNIQUE INDEX "booking_upgrades_payment_id_key" ON "booking_upgrades"("payment_id");
CREATE INDEX "booking_upgrades_booking_id_idx" ON "booking_upgrades"("booking_id");
CREATE INDEX "slot_reservations_booking_id_idx" ON "slot_reservations"("booking_id");
CREATE INDEX "slot_reservations_upgrade_id_idx" ON "slot_reservations"("upgrade_id");
CREATE INDEX "slot_reservations_studio_id_starts_at_idx" ON "slot_reservations"("studio_id", "starts_at");
CREATE UNIQUE INDEX "payments_stripe_payment_intent_id_key" ON "payments"("stripe_payment_intent_id");
CREATE UNIQUE INDEX "payments_idempotency_key_key" ON "payments"("idempotency_key");
CREATE UNIQUE INDEX "payments_reference_key" ON "payments"("reference");
CREATE INDEX "payments_booking_id_idx" ON "payments"("booking_id");
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");
CREATE INDEX "payments_status_checked_at_idx" ON "payments"("status", "checked_at");
CREATE INDEX "stripe_events_processed_at_idx" ON "stripe_events"("processed_at");
CREATE UNIQUE INDEX "video_editing_orders_stripe_payment_intent_id_key" ON "video_editing_orders"("stripe_payment_intent_id");
CREATE UNIQUE INDEX "video_editing_orders_manage_token_key" ON "video_editing_orders"("manage_token");
CREATE INDEX "video_editing_orders_created_at_id_idx" ON "video_editing_orders"("created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "memberships_customer_email_key" ON "memberships"("customer_email");
CREATE UNIQUE INDEX "memberships_referral_code_key" ON "memberships"("referral_code");
CREATE UNIQUE INDEX "membership_sessions_booking_id_key" ON "membership_sessions"("booking_id");
CREATE UNIQUE INDEX "membership_sessions_reverses_id_key" ON "membership_sessions"("reverses_id");
CREATE INDEX "membership_sessions_membership_id_idx" ON "membership_sessions"("membership_id");
CREATE UNIQUE INDEX "referral_rewards_reverses_id_key" ON "referral_rewards"("reverses_id");
CREATE INDEX "referral_rewards_referrer_membership_id_idx" ON "referral_rewards"("referrer_membership_id");
CREATE INDEX "referral_rewards_referred_membership_id_idx" ON "referral_rewards"("referred_membership_id");
CREATE INDEX "referral_rewards_booking_id_idx" ON "referral_rewards"("booking_id");
CREATE INDEX "contacts_created_at_idx" ON "contacts"("created_at");
CREATE INDEX "contacts_archived_at_created_at_id_idx" ON "contacts"("archived_at", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "blog_posts_slug_key" ON "blog_posts"("slug");
CREATE INDEX "blog_posts_published_published_at_idx" ON "blog_posts"("published", "published_at");
CREATE UNIQUE INDEX "mails_dedupe_key_key" ON "mails"("dedupe_key");
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails"("message_id");
CREATE INDEX "mails_status_next_attempt_at_idx" ON "mails"("status", "next_attempt_at");
CREATE INDEX "mails_booking_id_idx" ON "mails"("booking_id");
CREATE INDEX "mails_order_id_idx" ON "mails"("order_id");
CREATE INDEX "audit_log_address_id_idx" ON "audit_log"("address", "id");
CREATE INDEX "audit_log_created_at_idx" ON "audit_log"("created_at");
CREATE INDEX "audit_log_entity_entity_id_idx" ON "audit_log"("entity", "entity_id");
CREATE INDEX "audit_log_entity_id_idx" ON "audit_log"("entity", "id");
CREATE INDEX "audit_log_actor_id_idx" ON "audit_log"("actor", "id");
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
CREATE INDEX "rate_limits_resets_at_idx" ON "rate_limits"("resets_at");
CREATE UNIQUE INDEX "receipts_kind_number_key" ON "receipts"("kind", "number");
CREATE INDEX "receipts_payment_id_idx" ON "receipts"("payment_id");
CREATE INDEX "receipts_receipt_id_idx" ON "receipts"("receipt_id");
CREATE INDEX "receipts_issued_at_idx" ON "receipts"("issued_at");
CREATE INDEX "sales_booking_id_idx" ON "sales" ("booking_id");
CREATE UNIQUE INDEX "booking_upgrades_sale_id_key" ON "booking_upgrades" ("sale_id");
CREATE INDEX "payments_sale_id_idx" ON "payments" ("sale_id");

ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "services" ADD CONSTRAINT "services_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "booking_add_ons" ADD CONSTRAINT "booking_add_ons_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "booking_add_ons" ADD CONSTRAINT "booking_add_ons_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "slot_reservations" ADD CONSTRAINT "slot_reservations_upgrade_id_fkey" FOREIGN KEY ("upgrade_id") REFERENCES "booking_upgrades"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "membership_sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referrer_membership_id_fkey" FOREIGN KEY ("referrer_membership_id") REFERENCES "memberships"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referred_membership_id_fkey" FOREIGN KEY ("referred_membership_id") REFERENCES "memberships"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "referral_rewards"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "mails" ADD CONSTRAINT "mails_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_receipt_id_fkey" FOREIGN KEY ("receipt_id") REFERENCES "receipts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sales" ADD CONSTRAINT "sales_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sales" ADD CONSTRAINT "sales_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "booking_upgrades" ADD CONSTRAINT "booking_upgrades_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payments" ADD CONSTRAINT "payments_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is written by hand: schema.prisma cannot express it. Never `prisma db push`, which
-- would leave it out.

-- Functions that the constraints and indexes use.

CREATE FUNCTION sale_lines_sum(lines JSONB) RETURNS NUMERIC
  LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((line ->> 'amountSen')::numeric), 0) FROM jsonb_array_elements(lines) AS line
$$;

CREATE FUNCTION search_form(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(translate(
    regexp_replace(
      normalize(translate(written, '’‘‛ʼʻʹ′`´', ''''''''''''''''''''), NFKD),
      '[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]', '', 'g'),
    '‐‑‒–—―⁃−ー〜ĐđØøŁł', '----------DdOoLl'))
$$;

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

-- Services, bookings and upgrades.

ALTER TABLE services ADD CONSTRAINT services_rates
  CHECK (hourly_rate > 0 AND half_day_rate > 0 AND full_day_rate > 0 AND weekly_rate > 0);
-- Offered, hidden from customers, or retired: one that has bookings is never deleted.
ALTER TABLE services ADD CONSTRAINT services_state
  CHECK (state IN ('offered', 'hidden', 'retired'));
-- A former price that is not higher would mislead.
ALTER TABLE services ADD CONSTRAINT services_former_rate
  CHECK (former_hourly_rate > hourly_rate);

ALTER TABLE bookings ADD CONSTRAINT bookings_status
  CHECK (status IN ('pending', 'confirmed', 'completed', 'cancelled'));
ALTER TABLE bookings ADD CONSTRAINT bookings_duration
  CHECK (duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE bookings ADD CONSTRAINT bookings_date
  CHECK (date ~ '^\d{4}-\d{2}-\d{2}$' AND time ~ '^\d{2}:\d{2}$');
ALTER TABLE bookings ADD CONSTRAINT bookings_order CHECK (starts_at < ends_at);
ALTER TABLE bookings ADD CONSTRAINT bookings_amounts
  CHECK (subtotal >= 0 AND tax_amount >= 0 AND subtotal + tax_amount = total_amount);
-- Which languages there are is the code's to know: a list of them here would refuse bookings in a new one.
ALTER TABLE bookings ADD CONSTRAINT bookings_locale CHECK (locale ~ '^[a-z]{2,3}$');
ALTER TABLE bookings ADD CONSTRAINT bookings_cancelled
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL));
ALTER TABLE bookings ADD CONSTRAINT bookings_cancel_reason
  CHECK (cancel_reason IS NULL OR (status = 'cancelled' AND cancel_reason IN ('expired', 'released', 'admin')));
-- So many by the hour, and 1 with every other duration.
ALTER TABLE bookings ADD CONSTRAINT bookings_hours
  CHECK (hours BETWEEN 1 AND 8 AND (hours = 1 OR duration = 'hourly'));
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
  search_form(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);

ALTER TABLE booking_add_ons ADD CONSTRAINT booking_add_ons_hours
  CHECK (hours > 0 AND total_amount = hourly_rate * hours);

ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_status
  CHECK (status IN ('held', 'applied', 'ended'));
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_durations CHECK (
  duration IN ('hourly', 'half-day', 'full-day', 'weekly')
  AND from_duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_amounts CHECK (
  subtotal >= 0 AND tax_amount >= 0 AND subtotal + tax_amount = total_amount AND total_amount > from_total);
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_hours CHECK (
  hours BETWEEN 1 AND 8 AND (hours = 1 OR duration = 'hourly')
  AND from_hours BETWEEN 1 AND 8 AND (from_hours = 1 OR from_duration = 'hourly'));
-- One at a time: the second of two tabs replaces the first's or shares it.
CREATE UNIQUE INDEX booking_upgrades_one_held ON booking_upgrades (booking_id) WHERE status = 'held';
CREATE INDEX booking_upgrades_live ON booking_upgrades (hold_expires_at) WHERE status = 'held';

-- Sales.

ALTER TABLE sales
  ADD CONSTRAINT sales_kind CHECK (CASE kind
    WHEN 'session' THEN booking_id IS NOT NULL AND order_id IS NULL
    WHEN 'upgrade' THEN booking_id IS NOT NULL AND order_id IS NULL
    WHEN 'edit' THEN order_id IS NOT NULL AND booking_id IS NULL
    ELSE false END),
  ADD CONSTRAINT sales_lines CHECK (
    jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) > 0 AND sale_lines_sum(lines) = subtotal * 100),
  ADD CONSTRAINT sales_total CHECK (total_amount >= 0 AND tax_amount >= 0 AND total_amount = subtotal + tax_amount);
CREATE UNIQUE INDEX sales_one_session ON sales (booking_id) WHERE kind = 'session';
CREATE UNIQUE INDEX sales_one_edit ON sales (order_id) WHERE kind = 'edit';

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
-- 'offline': at the studio, not said how.
ALTER TABLE payments ADD CONSTRAINT payments_method CHECK (
  method IS NULL OR (method IN ('cash', 'duitnow', 'transfer', 'terminal', 'offline')) = (stripe_payment_intent_id IS NULL));
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
CREATE INDEX payments_documents_failing ON payments (documents_failing_since)
  WHERE documents_failing_since IS NOT NULL;

-- One row at most: since when Stripe refuses the secret key.
ALTER TABLE stripe_key_refusals ADD CONSTRAINT stripe_key_refusals_one CHECK (id = 1);
ALTER TABLE payment_method_refusals ADD CONSTRAINT payment_method_refusals_method CHECK (method IN ('fpx', 'grabpay'));

-- Receipts and notes.

-- A payment has one receipt, and a refund one note of each kind.
CREATE UNIQUE INDEX receipts_one_per_payment ON receipts (payment_id) WHERE kind = 'receipt';
CREATE UNIQUE INDEX receipts_one_per_refund ON receipts (kind, stripe_refund_id) WHERE stripe_refund_id IS NOT NULL;
ALTER TABLE receipt_counters ADD CONSTRAINT receipt_counters_kind CHECK (kind IN ('receipt', 'credit_note', 'debit_note'));
ALTER TABLE receipt_counters ADD CONSTRAINT receipt_counters_last CHECK (last >= 0);
ALTER TABLE receipts ADD CONSTRAINT receipts_kind CHECK (
  (kind = 'receipt' AND receipt_id IS NULL AND stripe_refund_id IS NULL)
  OR (kind IN ('credit_note', 'debit_note') AND receipt_id IS NOT NULL));
ALTER TABLE receipts ADD CONSTRAINT receipts_number CHECK (number >= 1);
ALTER TABLE receipts ADD CONSTRAINT receipts_amounts CHECK (
  subtotal >= 0 AND tax_amount >= 0 AND total_amount > 0 AND subtotal + tax_amount = total_amount);
ALTER TABLE receipts ADD CONSTRAINT receipts_locale CHECK (locale ~ '^[a-z]{2,3}$');

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
-- One reward per friend for ever. Its counter entry stands beside it. One that was paid out and reversed when its session
-- was set back leaves its session to a new row when the session is completed again.
CREATE UNIQUE INDEX referral_rewards_one_per_friend ON referral_rewards (referred_membership_id)
  WHERE reverses_id IS NULL AND NOT (status = 'paid' AND booking_id IS NULL);

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

-- Mail and what is noticed.

-- dropped: a mail that was given up and that nobody misses.
ALTER TABLE mails ADD CONSTRAINT mails_status CHECK (status IN ('queued', 'sent', 'failed', 'dropped'));
CREATE INDEX mails_failed ON mails (id) WHERE status = 'failed';
-- Those sent in the last hour are counted before the next one leaves.
CREATE INDEX mails_unproven_sent_at_idx ON mails (sent_at) WHERE unproven;
ALTER TABLE studio_summary ADD CONSTRAINT studio_summary_single CHECK (id = 1);
-- A row per kind, of which the code knows a few: nothing that a stranger sends adds one.
ALTER TABLE troubles ADD CONSTRAINT troubles_kind CHECK (kind ~ '^[a-z_]{1,40}$');

-- Functions.

CREATE FUNCTION booking_tallied(status TEXT, cancel_reason TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN status IN ('confirmed', 'completed')
    OR (status = 'cancelled' AND coalesce(cancel_reason, '') NOT IN ('expired', 'released'));

CREATE FUNCTION hold_slot(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], kinds INTEGER[], texts TEXT[],
  wanted JSONB, add_ons JSONB, hold_seconds DOUBLE PRECISION, bounds JSONB,
  lines JSONB DEFAULT NULL)
  RETURNS TABLE (outcome TEXT, id INTEGER, currency TEXT, at TIMESTAMPTZ)
  LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  b bookings := jsonb_populate_record(NULL::bookings, wanted);
  held_at TIMESTAMPTZ;
  made RECORD;
BEGIN
  outcome := time_in_the_way(room, firsts, lasts);
  IF outcome IS NULL THEN
    held_at := lock_room(room, kinds, texts);
    outcome := time_in_the_way(room, firsts, lasts);
  END IF;
  IF outcome IS NULL AND bounds IS NOT NULL THEN
    outcome := too_much_held(b, bounds);
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN QUERY SELECT outcome, NULL::integer, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;

  wanted := wanted || jsonb_build_object(
    'created_at', held_at, 'hold_expires_at', held_at + make_interval(secs => hold_seconds),
    'hold_minutes', CASE WHEN bounds IS NOT NULL AND is_week_full(room, b, bounds) THEN bounds -> 'short' END);
  EXECUTE (
    SELECT format('INSERT INTO bookings (%1$s) SELECT %1$s FROM jsonb_populate_record(NULL::bookings, $1) RETURNING id, currency',
      string_agg(quote_ident(key), ', '))
    FROM jsonb_object_keys(wanted) AS key)
  INTO made USING wanted;
  INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount)
  SELECT made.id, a.service_id, a.hours, a.hourly_rate, a.total_amount
  FROM jsonb_populate_recordset(NULL::booking_add_ons, add_ons) AS a;
  IF lines IS NOT NULL THEN
    INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency)
    VALUES ('session', made.id, lines, b.subtotal, b.tax_amount, b.tax_rate, b.tax_label, b.total_amount, made.currency);
  END IF;
  IF (SELECT count(*) FROM reserve_time(room, firsts, lasts, made.id, NULL, 'booking', NULL, NULL))
    <> cardinality(firsts)
  THEN
    -- Written by something that does not take the room's lock: undoes the booking too.
    RAISE EXCEPTION 'the time of the new booking overlaps a reservation' USING ERRCODE = 'exclusion_violation';
  END IF;
  RETURN QUERY SELECT 'held', made.id, made.currency, held_at;
END
$$;

CREATE FUNCTION hold_state(hold_expires_at TIMESTAMPTZ, payable BOOLEAN) RETURNS TEXT
  LANGUAGE SQL STABLE
  RETURN CASE
    WHEN hold_expires_at IS NULL OR hold_expires_at > statement_timestamp() THEN 'held'
    WHEN payable THEN 'expired_open'
    ELSE 'expired'
  END;

CREATE FUNCTION is_payable(stripe_payment_intent_id TEXT, status TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN stripe_payment_intent_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');

CREATE FUNCTION is_week_full(room INTEGER, b bookings, bounds JSONB) RETURNS BOOLEAN
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  monday TIMESTAMPTZ := date_trunc('week', b.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur') AT TIME ZONE 'Asia/Kuala_Lumpur';
BEGIN
  RETURN (bounds ->> 'wanted')::double precision > (bounds ->> 'ofWeek')::double precision - (
    SELECT coalesce(sum(CASE held.duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM held.ends_at - held.starts_at) / 3600 END), 0)
    FROM bookings AS held JOIN services AS s ON s.id = held.service_id
    WHERE held.status = 'pending' AND held.hold_expires_at > statement_timestamp() AND s.studio_id = room
      AND held.starts_at >= monday AND held.starts_at < monday + interval '7 days');
END
$$;

CREATE FUNCTION lock_room(room INTEGER, kinds INTEGER[], texts TEXT[]) RETURNS TIMESTAMPTZ
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '15s', true);
  FOR nth IN 1 .. cardinality(texts) LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(texts[nth], kinds[nth]));
  END LOOP;
  PERFORM pg_advisory_xact_lock(1, room);
  -- The columns hold milliseconds, and would round: what the visitor is told must be what is stored.
  RETURN date_trunc('milliseconds', clock_timestamp());
END
$$;

CREATE FUNCTION names_of_service(service INTEGER) RETURNS JSONB
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('en', s.name) || (
    SELECT coalesce(jsonb_object_agg(language, words -> 'name'), '{}')
    FROM jsonb_each(s.translations) AS translated (language, words) WHERE words ? 'name')
  FROM services AS s WHERE s.id = service
$$;

CREATE FUNCTION prune_audit_log() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone integer;
BEGIN
  DELETE FROM audit_log WHERE created_at < now() - interval '7 years';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END$$;
REVOKE ALL ON FUNCTION prune_audit_log() FROM PUBLIC;

CREATE FUNCTION remember_unpaid_end(address TEXT, network TEXT, inbox TEXT, taken DOUBLE PRECISION) RETURNS VOID
  LANGUAGE sql AS $$
  INSERT INTO rate_limits AS r (key, hits, resets_at)
  SELECT counted.key, ceil(taken)::int, now() + interval '1 day'
  FROM (VALUES
    ('unpaid-address:' || address), ('unpaid-network:' || network), ('unpaid-inbox:' || inbox)) AS counted (key)
  WHERE counted.key IS NOT NULL AND taken > 0
  ORDER BY counted.key
  ON CONFLICT (key) DO UPDATE SET
    hits = least(CASE WHEN r.resets_at <= now() THEN 0 ELSE r.hits::bigint END + excluded.hits, 2147483647)::int,
    resets_at = CASE WHEN r.resets_at <= now() THEN excluded.resets_at ELSE r.resets_at END;
$$;

CREATE FUNCTION reservations_within(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[])
  RETURNS TABLE (
    id INTEGER, booking_id INTEGER, upgrade_id INTEGER, kind TEXT, reason TEXT,
    starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, state TEXT, held_for TEXT)
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT DISTINCT r.id, r.booking_id, r.upgrade_id, r.kind, r.reason, r.starts_at, r.ends_at, r.state, r.held_for
    FROM unnest(firsts, lasts) AS wanted (first, last),
      room_reservations(room, tstzrange(wanted.first, wanted.last)) AS r;
END
$$;

CREATE FUNCTION reserve_time(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[],
  booking INTEGER, upgrade INTEGER, of_kind TEXT, for_reason TEXT, of_series UUID)
  RETURNS SETOF INTEGER
  LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY INSERT INTO slot_reservations
    (studio_id, booking_id, upgrade_id, starts_at, ends_at, kind, reason, series)
  SELECT room, booking, upgrade, wanted.first, wanted.last, of_kind, for_reason, of_series
  FROM unnest(firsts, lasts) AS wanted (first, last)
  ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING
  RETURNING slot_reservations.id;
END
$$;

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

CREATE FUNCTION sale_of_edit(edit_order INTEGER) RETURNS INTEGER
  LANGUAGE plpgsql AS $$
DECLARE
  o video_editing_orders;
  made INTEGER;
BEGIN
  SELECT id INTO made FROM sales WHERE order_id = edit_order;
  IF FOUND THEN
    RETURN made;
  END IF;
  SELECT * INTO STRICT o FROM video_editing_orders WHERE id = edit_order;
  INSERT INTO sales (kind, order_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, created_at)
  VALUES ('edit', edit_order,
    (SELECT jsonb_agg(line ORDER BY nth) FROM (VALUES
      (1, jsonb_build_object('kind', 'edit', 'tier', o.tier, 'length', o.duration, 'quantity', 1,
        'unitSen', ((o.price + o.discount_amount) * 100)::int, 'amountSen', ((o.price + o.discount_amount) * 100)::int)),
      (2, CASE WHEN o.discount IS NOT NULL THEN jsonb_build_object('kind', 'discount', 'reason', o.discount, 'quantity', 1,
        'unitSen', -(o.discount_amount * 100)::int, 'amountSen', -(o.discount_amount * 100)::int) END),
      (3, CASE WHEN o.rush_service THEN jsonb_build_object('kind', 'rush', 'quantity', 1,
        'unitSen', (coalesce(o.rush_price, 0) * 100)::int, 'amountSen', (coalesce(o.rush_price, 0) * 100)::int) END)
    ) AS lines (nth, line) WHERE line IS NOT NULL),
    o.total_amount - o.tax_amount, o.tax_amount, o.tax_rate, o.tax_label, o.total_amount, o.created_at)
  RETURNING id INTO made;
  RETURN made;
END
$$;

CREATE FUNCTION sale_of_session(booking INTEGER) RETURNS INTEGER
  LANGUAGE plpgsql AS $$
DECLARE
  b bookings;
  u booking_upgrades;
  priced RECORD;
  others JSONB := '[]';
  others_sen INTEGER := 0;
  made INTEGER;
BEGIN
  SELECT id INTO made FROM sales WHERE booking_id = booking AND kind = 'session';
  IF FOUND THEN
    RETURN made;
  END IF;
  SELECT * INTO STRICT b FROM bookings WHERE id = booking;
  SELECT * INTO u FROM booking_upgrades WHERE booking_id = booking AND status = 'applied' ORDER BY id LIMIT 1;
  IF u.id IS NULL THEN
    SELECT b.subtotal, b.tax_amount AS tax, b.total_amount AS total, b.duration, b.hours INTO priced;
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'add_on', 'serviceId', a.service_id,
      'names', names_of_service(a.service_id), 'quantity', a.hours, 'unitSen', (a.hourly_rate * 100)::int,
      'amountSen', (a.hourly_rate * 100)::int * a.hours) ORDER BY a.id), '[]'),
      coalesce(sum((a.hourly_rate * 100)::int * a.hours), 0)
    INTO others, others_sen
    FROM booking_add_ons AS a WHERE a.booking_id = booking;
  ELSE
    -- As it was before it was upgraded; which add-ons it had then is not stored.
    SELECT round(u.from_total / (1 + b.tax_rate), 2) AS subtotal,
      u.from_total - round(u.from_total / (1 + b.tax_rate), 2) AS tax,
      u.from_total AS total, u.from_duration AS duration, u.from_hours AS hours INTO priced;
  END IF;
  INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency, created_at)
  VALUES ('session', booking,
    jsonb_build_array(jsonb_build_object('kind', 'session', 'names', names_of_service(b.service_id),
      'duration', priced.duration, 'hours', priced.hours, 'quantity', 1,
      'unitSen', (priced.subtotal * 100)::int - others_sen, 'amountSen', (priced.subtotal * 100)::int - others_sen)) || others,
    priced.subtotal, priced.tax, b.tax_rate, b.tax_label, priced.total, b.currency, b.created_at)
  RETURNING id INTO made;
  RETURN made;
END
$$;

CREATE FUNCTION sale_of_upgrade(upgrade INTEGER) RETURNS INTEGER
  LANGUAGE plpgsql AS $$
DECLARE
  b bookings;
  u booking_upgrades;
  before_subtotal NUMERIC;
  made INTEGER;
BEGIN
  SELECT * INTO STRICT u FROM booking_upgrades WHERE id = upgrade;
  IF u.sale_id IS NOT NULL THEN
    RETURN u.sale_id;
  END IF;
  SELECT * INTO STRICT b FROM bookings WHERE id = u.booking_id;
  SELECT earlier.subtotal INTO before_subtotal FROM booking_upgrades AS earlier
  WHERE earlier.booking_id = u.booking_id AND earlier.status = 'applied' AND earlier.id < u.id
    AND earlier.total_amount = u.from_total
  ORDER BY earlier.id DESC LIMIT 1;
  IF before_subtotal IS NULL THEN
    SELECT s.subtotal INTO before_subtotal FROM sales AS s
    WHERE s.booking_id = u.booking_id AND s.kind = 'session' AND s.total_amount = u.from_total;
  END IF;
  before_subtotal := coalesce(before_subtotal, round(u.from_total / (1 + b.tax_rate), 2));
  INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency, created_at)
  VALUES ('upgrade', u.booking_id,
    jsonb_build_array(jsonb_build_object('kind', 'session', 'names', names_of_service(b.service_id),
      'duration', u.duration, 'hours', u.hours, 'quantity', 1,
      'unitSen', ((u.subtotal - before_subtotal) * 100)::int, 'amountSen', ((u.subtotal - before_subtotal) * 100)::int)),
    u.subtotal - before_subtotal, u.total_amount - u.from_total - (u.subtotal - before_subtotal),
    b.tax_rate, b.tax_label, u.total_amount - u.from_total, b.currency, u.created_at)
  RETURNING id INTO made;
  UPDATE booking_upgrades SET sale_id = made WHERE id = upgrade;
  RETURN made;
END
$$;

CREATE FUNCTION sale_of_payment(payment INTEGER) RETURNS INTEGER
  LANGUAGE sql AS $$
  SELECT CASE
    WHEN u.id IS NOT NULL THEN sale_of_upgrade(u.id)
    WHEN p.booking_id IS NOT NULL THEN sale_of_session(p.booking_id)
    WHEN p.order_id IS NOT NULL THEN sale_of_edit(p.order_id)
  END
  FROM payments AS p LEFT JOIN booking_upgrades AS u ON u.payment_id = p.id WHERE p.id = payment
$$;

CREATE FUNCTION time_in_the_way(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[]) RETURNS TEXT
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE
      WHEN bool_or(r.kind = 'block') THEN 'blocked'
      WHEN bool_or(r.state = 'held') THEN 'taken'
      WHEN count(*) > 0 THEN 'expired'
    END
    FROM reservations_within(room, firsts, lasts) AS r);
END
$$;

CREATE FUNCTION too_much_held(b bookings, bounds JSONB) RETURNS TEXT
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted DOUBLE PRECISION := bounds ->> 'wanted';
  held RECORD;
  ended RECORD;
BEGIN
  SELECT
    coalesce(sum(live.counted) FILTER (WHERE live.holder_hash = b.holder_hash), 0) AS address,
    coalesce(sum(live.counted) FILTER (WHERE live.holder_network_hash = b.holder_network_hash), 0) AS network,
    count(*) FILTER (WHERE live.duration = 'weekly' AND live.holder_inbox = b.holder_inbox) AS weeks
  INTO held
  FROM (
    SELECT holder_hash, holder_network_hash, holder_inbox, duration, CASE duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM ends_at - starts_at) / 3600 END AS counted
    FROM bookings WHERE status = 'pending' AND hold_expires_at > statement_timestamp()
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
    WHEN held.address + wanted > (bounds ->> 'address')::double precision THEN 'too_many_holds'
    WHEN b.duration = 'weekly' AND held.weeks >= (bounds ->> 'weeks')::double precision THEN 'too_many_holds'
    WHEN held.network + wanted > (bounds ->> 'network')::double precision THEN 'too_many_holds_of_network'
    WHEN ended.address >= (bounds ->> 'endedAddress')::double precision THEN 'too_many_unpaid'
    WHEN ended.network >= (bounds ->> 'endedNetwork')::double precision THEN 'too_many_unpaid'
    WHEN ended.inbox >= (bounds ->> 'endedInbox')::double precision THEN 'too_many_unpaid_of_inbox'
  END;
END
$$;

-- Triggers.

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

CREATE FUNCTION booking_tally_insert() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, count(*), sum(total_amount) FROM came WHERE booking_tallied(status, cancel_reason) GROUP BY status;
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

CREATE FUNCTION booking_tally_delete() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, -count(*), -sum(total_amount) FROM went WHERE booking_tallied(status, cancel_reason) GROUP BY status;
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

CREATE TRIGGER blocks_made AFTER INSERT ON slot_reservations
  FOR EACH ROW WHEN (NEW.kind = 'block') EXECUTE FUNCTION content_changed('blocks');
CREATE TRIGGER blocks_gone AFTER DELETE ON slot_reservations
  FOR EACH ROW WHEN (OLD.kind = 'block') EXECUTE FUNCTION content_changed('blocks');

CREATE FUNCTION end_sessions_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER users_disabled AFTER UPDATE OF disabled_at ON users FOR EACH ROW
  WHEN (NEW.disabled_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_disabled();

CREATE FUNCTION refuse_disagreement(constraint_name TEXT, what TEXT, id INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the sales of % % do not agree with it', what, id
    USING ERRCODE = 'check_violation', CONSTRAINT = constraint_name;
END
$$;

CREATE FUNCTION assert_booking_sales(booking INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_booking', 'booking', b.id)
  FROM bookings AS b, LATERAL (
    SELECT count(*) FILTER (WHERE s.kind = 'session') AS sessions, sum(s.subtotal) AS subtotal,
      sum(s.tax_amount) AS tax, sum(s.total_amount) AS total, bool_and(s.currency = b.currency) AS same_currency
    FROM sales AS s LEFT JOIN booking_upgrades AS u ON u.sale_id = s.id
    WHERE s.booking_id = b.id AND (s.kind = 'session' OR u.status = 'applied')) AS sold
  WHERE b.id = booking AND NOT (sold.sessions = 1 AND sold.same_currency
    AND sold.subtotal = b.subtotal AND sold.tax = b.tax_amount AND sold.total = b.total_amount);
END
$$;

CREATE FUNCTION assert_upgrade_sale(upgrade INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_upgrade', 'upgrade', u.id)
  FROM booking_upgrades AS u LEFT JOIN sales AS s ON s.id = u.sale_id
  WHERE u.id = upgrade AND (s.kind = 'upgrade' AND s.booking_id = u.booking_id
    AND s.total_amount = u.total_amount - u.from_total
    AND u.payment_id IN (SELECT p.id FROM payments AS p WHERE p.sale_id = s.id)) IS NOT TRUE;
END
$$;

CREATE FUNCTION assert_order_sale(edit_order INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_order', 'order', o.id)
  FROM video_editing_orders AS o LEFT JOIN sales AS s ON s.order_id = o.id
  WHERE o.id = edit_order AND (s.total_amount = o.total_amount AND s.tax_amount = o.tax_amount
    AND s.subtotal = o.price + coalesce(o.rush_price, 0)) IS NOT TRUE;
END
$$;

CREATE FUNCTION assert_payment_sale(payment INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_payment', 'payment', p.id)
  FROM payments AS p LEFT JOIN sales AS s ON s.id = p.sale_id
  WHERE p.id = payment AND NOT (s.booking_id IS NOT DISTINCT FROM p.booking_id
    AND s.order_id IS NOT DISTINCT FROM p.order_id
    AND s.kind IS NOT DISTINCT FROM CASE p.purpose WHEN 'booking' THEN 'session' WHEN 'order' THEN 'edit' WHEN 'upgrade' THEN 'upgrade' END);
END
$$;

CREATE FUNCTION keep_sales() RETURNS TRIGGER
  LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'bookings' THEN
      IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM bookings WHERE id = NEW.id) THEN
        PERFORM sale_of_session(NEW.id);
      END IF;
      PERFORM assert_booking_sales(NEW.id);
    WHEN 'video_editing_orders' THEN
      IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM video_editing_orders WHERE id = NEW.id) THEN
        PERFORM sale_of_edit(NEW.id);
      END IF;
      PERFORM assert_order_sale(NEW.id);
    WHEN 'booking_upgrades' THEN
      IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM booking_upgrades WHERE id = NEW.id) THEN
        UPDATE payments SET sale_id = sale_of_upgrade(NEW.id) WHERE id = NEW.payment_id AND sale_id IS NULL;
      END IF;
      PERFORM assert_upgrade_sale(NEW.id), assert_booking_sales(NEW.booking_id);
    WHEN 'payments' THEN
      UPDATE payments SET sale_id = sale_of_payment(id)
      WHERE id = NEW.id AND sale_id IS NULL AND (booking_id IS NOT NULL OR order_id IS NOT NULL);
      PERFORM assert_payment_sale(NEW.id);
    WHEN 'sales' THEN
      IF TG_OP <> 'INSERT' THEN
        PERFORM assert_booking_sales(OLD.booking_id), assert_order_sale(OLD.order_id);
      END IF;
      IF TG_OP <> 'DELETE' THEN
        PERFORM assert_booking_sales(NEW.booking_id), assert_order_sale(NEW.order_id);
      END IF;
  END CASE;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER bookings_keep_sales AFTER INSERT OR UPDATE OF subtotal, tax_amount, total_amount, currency
  ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER orders_keep_sales AFTER INSERT OR UPDATE OF price, rush_price, tax_amount, total_amount
  ON video_editing_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER upgrades_keep_sales AFTER INSERT OR UPDATE OF booking_id, sale_id, status, from_total, subtotal, tax_amount, total_amount
  ON booking_upgrades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER payments_keep_sales AFTER INSERT OR UPDATE OF booking_id, order_id, purpose, sale_id
  ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER sales_agree AFTER INSERT OR DELETE OR UPDATE
  ON sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();

-- Views.

CREATE VIEW bookings_paid_back AS
SELECT p.booking_id, p.id AS payment_id, p.handled_at
FROM payments p JOIN bookings b ON b.id = p.booking_id LEFT JOIN booking_upgrades u ON u.payment_id = p.id
WHERE b.status <> 'cancelled' AND (p.purpose = 'booking' OR u.status = 'applied')
  AND ((p.outcome = 'refunded' AND (p.reason IS NULL OR p.reason = 'owner_refund'
      OR (p.reason <> 'duplicate' AND b.status IN ('confirmed', 'completed'))))
    OR p.dispute_status IN ('chargeback', 'lost'))
  AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.booking_id = p.booking_id AND o.purpose = p.purpose
    AND o.purpose = 'booking' AND o.id <> p.id AND o.outcome = 'confirmed'
    AND (o.dispute_status IS NULL OR o.dispute_status NOT IN ('chargeback', 'lost')));

CREATE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.status = 'pending' AND b.hold_expires_at IS NULL AND b.ends_at <= now()
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
      AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due'));

CREATE VIEW payment_alerts AS
SELECT p.id AS payment_id, CASE
    WHEN p.outcome IN ('needs_attention', 'refund_due') OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
      THEN 'open'
    WHEN p.disputed THEN 'disputed'
    WHEN p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back) THEN 'paid_back'
    WHEN p.sync_failing_since < now() - interval '1 hour' THEN 'unread'
    ELSE 'no_document' END AS kind
FROM payments p
WHERE p.handled_at IS NULL AND (
  p.outcome IN ('needs_attention', 'refund_due')
  OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
  OR p.disputed
  OR (p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back))
  OR p.sync_failing_since < now() - interval '1 hour'
  OR p.documents_failing_since IS NOT NULL);
