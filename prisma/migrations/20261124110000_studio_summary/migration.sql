-- One row at most: up to where the studio's daily summary has told what is new.
CREATE TABLE "studio_summary" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "day" TEXT NOT NULL,
    "told_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "studio_summary_pkey" PRIMARY KEY ("id")
);
ALTER TABLE studio_summary ADD CONSTRAINT studio_summary_single CHECK (id = 1);
