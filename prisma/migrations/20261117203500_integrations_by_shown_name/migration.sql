-- Names of private integrations are free for other organizations, whose keys then contain the organization.
-- locks: an instance has few integrations, so that the index is built at once
CREATE INDEX "Integration_shown_name_idx" ON "Integration" (split_part("name", '/', 1));
