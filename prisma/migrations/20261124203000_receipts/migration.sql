-- Who is billed, where that is a company: its name, registration number, TIN, address and purchase order.
ALTER TABLE "bookings" ADD COLUMN "billing" JSONB;
ALTER TABLE "video_editing_orders" ADD COLUMN "billing" JSONB;

-- The last number of each kind of document. The row is locked until the transaction that takes a number ends, so that
-- numbers have no gaps: one that is rolled back gives its number back.
CREATE TABLE "receipt_counters" (
    "kind" TEXT NOT NULL,
    "last" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("kind")
);

-- Receipts, and the notes that take a part of one back (a refund) or take that back (a refund that failed afterwards).
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

CREATE UNIQUE INDEX "receipts_kind_number_key" ON "receipts"("kind", "number");
CREATE INDEX "receipts_payment_id_idx" ON "receipts"("payment_id");
CREATE INDEX "receipts_receipt_id_idx" ON "receipts"("receipt_id");
CREATE INDEX "receipts_issued_at_idx" ON "receipts"("issued_at");
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_receipt_id_fkey" FOREIGN KEY ("receipt_id") REFERENCES "receipts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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

-- Payments from before get their receipt from a job, in the order of their money. What went back of them by then is
-- read at Stripe once more, so that it gets its notes.
UPDATE payments SET sync_due = true
WHERE outcome = 'confirmed' AND refunded_amount > 0 AND stripe_payment_intent_id IS NOT NULL;
