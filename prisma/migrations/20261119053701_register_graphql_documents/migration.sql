-- CreateTable
CREATE TABLE "GraphQLDocument" (
    "build" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GraphQLDocument_pkey" PRIMARY KEY ("build","hash")
);

-- CreateIndex
CREATE INDEX "GraphQLDocument_hash_idx" ON "GraphQLDocument"("hash");
