-- CreateTable
-- Unlogged: what a crash loses is refilled within a minute, and writing it costs no log.
CREATE UNLOGGED TABLE "Budget" (
    "key" TEXT NOT NULL,
    "points" DOUBLE PRECISION NOT NULL,
    "price" DOUBLE PRECISION NOT NULL,
    "granted" DOUBLE PRECISION NOT NULL,
    "at" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("key")
);
