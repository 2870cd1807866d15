-- Ways to pay that Stripe did not let a payment have, one row each: the administrator is told, and
-- payments go on without them.
CREATE TABLE "payment_method_refusals" (
    "method" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refusal" TEXT,

    CONSTRAINT "payment_method_refusals_pkey" PRIMARY KEY ("method")
);

ALTER TABLE payment_method_refusals ADD CONSTRAINT payment_method_refusals_method CHECK (method IN ('fpx', 'grabpay'));
