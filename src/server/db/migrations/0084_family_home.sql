-- expand: rights of guardians to a child, and links that an account opens beside those mailed
ALTER TABLE "document_links" ADD COLUMN "beside_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "criteria_links" ADD COLUMN "beside_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "family_children" ADD COLUMN "rights" text[];--> statement-breakpoint
ALTER TABLE "family_children" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "family_children" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "family_children" ADD COLUMN "ended_why" text;--> statement-breakpoint
CREATE INDEX "document_links_beside_idx" ON "document_links" USING btree ("school_id") WHERE "document_links"."beside_hashes" <> '{}';--> statement-breakpoint
CREATE INDEX "criteria_links_beside_idx" ON "criteria_links" USING btree ("school_id") WHERE "criteria_links"."beside_hashes" <> '{}';
