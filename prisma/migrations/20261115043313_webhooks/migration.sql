-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'succeeded', 'failed');

-- CreateTable
CREATE TABLE "EventLog" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "removedTo" BIGINT NOT NULL,

    CONSTRAINT "EventLog_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "QueuedJob" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "key" TEXT,
    "waitingKey" TEXT,
    "runningKey" TEXT,
    "runAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "maxAttempts" INTEGER NOT NULL,
    "lockedBy" TEXT,
    "lockedUntil" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "QueuedJob_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InstanceKey" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "key" TEXT NOT NULL,

    CONSTRAINT "InstanceKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "url" TEXT NOT NULL,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "pausedAt" TIMESTAMPTZ(3),
    "pausedReason" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "since" BIGINT NOT NULL,
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT COLLATE "C" NOT NULL,
    "webhookId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "lastAttemptAt" TIMESTAMPTZ(3),
    "responseStatus" INTEGER,
    "responseBody" TEXT,
    "durationMs" INTEGER,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookCursor" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "WebhookCursor_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE UNIQUE INDEX "QueuedJob_waitingKey_key" ON "QueuedJob"("waitingKey");

-- CreateIndex
CREATE UNIQUE INDEX "QueuedJob_runningKey_key" ON "QueuedJob"("runningKey");

-- CreateIndex
CREATE INDEX "QueuedJob_failedAt_runAt_id_idx" ON "QueuedJob"("failedAt", "runAt", "id");

-- CreateIndex
CREATE INDEX "Webhook_organizationId_id_idx" ON "Webhook"("organizationId", "id");

-- CreateIndex
CREATE INDEX "Webhook_spaceId_idx" ON "Webhook"("spaceId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_id_idx" ON "WebhookDelivery"("webhookId", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_status_position_idx" ON "WebhookDelivery"("webhookId", "status", "position");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_lastAttemptAt_idx" ON "WebhookDelivery"("webhookId", "lastAttemptAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery"("createdAt");

-- AddForeignKey
ALTER TABLE "EventLog" ADD CONSTRAINT "EventLog_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookCursor" ADD CONSTRAINT "WebhookCursor_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
