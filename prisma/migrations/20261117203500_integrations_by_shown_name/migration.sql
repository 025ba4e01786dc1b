-- Names of private integrations are free for other organizations, whose keys then contain the organization.
CREATE INDEX "Integration_shown_name_idx" ON "Integration" (split_part("name", '/', 1));
