ALTER TABLE "criteria_links" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "form_drafts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;