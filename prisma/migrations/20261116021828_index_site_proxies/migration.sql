-- CreateIndex
CREATE INDEX "Site_proxy_idx" ON "Site"("proxy");
