-- CreateTable
CREATE TABLE "Node" (
    "id" TEXT COLLATE "C" NOT NULL,
    "host" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "skewMs" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Node_pkey" PRIMARY KEY ("id")
);
