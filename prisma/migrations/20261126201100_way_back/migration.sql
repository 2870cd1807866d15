-- Money given back by the studio itself, also of a payment at Stripe that Stripe cannot give back.
ALTER TABLE "payments" ADD COLUMN "returned_amount" DECIMAL(10,2) NOT NULL DEFAULT 0;
ALTER TABLE "part_refunds" ADD COLUMN "method" TEXT, ADD COLUMN "note" TEXT, ADD COLUMN "returned_at" TIMESTAMPTZ(3);
