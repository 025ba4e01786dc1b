-- CreateTable
CREATE TABLE "Account" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT,
    "passwordChangedAt" TIMESTAMPTZ(3),
    "emailConfirmedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Account_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "authenticatedAt" TIMESTAMPTZ(3) NOT NULL,
    "identityId" TEXT COLLATE "C",

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "KnownBrowser" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KnownBrowser_pkey" PRIMARY KEY ("userId","digest")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "credentialId" TEXT COLLATE "C" NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "isSynced" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Identity" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OneTimeCode" (
    "digest" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "userId" TEXT COLLATE "C",
    "data" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OneTimeCode_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "SignInBudget" (
    "key" TEXT NOT NULL,
    "points" DOUBLE PRECISION NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInBudget_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Preferences" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "language" TEXT,
    "theme" TEXT,
    "keyBindings" BOOLEAN NOT NULL DEFAULT true,
    "mail" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Preferences_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Session_digest_key" ON "Session"("digest");

-- CreateIndex
CREATE INDEX "Session_userId_id_idx" ON "Session"("userId", "id");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Session_identityId_idx" ON "Session"("identityId");

-- CreateIndex
CREATE INDEX "KnownBrowser_lastUsedAt_idx" ON "KnownBrowser"("lastUsedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_userId_id_idx" ON "Passkey"("userId", "id");

-- CreateIndex
CREATE INDEX "Identity_userId_id_idx" ON "Identity"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_issuer_subject_key" ON "Identity"("issuer", "subject");

-- CreateIndex
CREATE INDEX "OneTimeCode_userId_idx" ON "OneTimeCode"("userId");

-- CreateIndex
CREATE INDEX "OneTimeCode_expiresAt_idx" ON "OneTimeCode"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInBudget_updatedAt_idx" ON "SignInBudget"("updatedAt");

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_identityId_fkey" FOREIGN KEY ("identityId") REFERENCES "Identity"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnownBrowser" ADD CONSTRAINT "KnownBrowser_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OneTimeCode" ADD CONSTRAINT "OneTimeCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Preferences" ADD CONSTRAINT "Preferences_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_passkey"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "Passkey"
  FOR EACH ROW WHEN (current_setting('quire.keeps_versions', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "raise_version_of_passkey"();

-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_preferences"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "Preferences"
  FOR EACH ROW WHEN (current_setting('quire.keeps_versions', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "raise_version_of_preferences"();
