-- CreateTable
CREATE TABLE "DisabledUser" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "disabledAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DisabledUser_pkey" PRIMARY KEY ("userId")
);

-- AddForeignKey
ALTER TABLE "DisabledUser" ADD CONSTRAINT "DisabledUser_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
