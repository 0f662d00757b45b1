ALTER TABLE "document_sets" ADD COLUMN "command_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "scoring_assessments" ADD COLUMN "evidence" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "document_sets_command_key" ON "document_sets" USING btree ("school_id","command_id");