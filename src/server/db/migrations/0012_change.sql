ALTER TABLE "forms" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "forms" SET "revision" = "form_edits"."revision" FROM "form_edits" WHERE "form_edits"."school_id" = "forms"."school_id" AND "form_edits"."slug" = "forms"."slug";--> statement-breakpoint
ALTER TABLE "form_edits" DROP COLUMN "revision";