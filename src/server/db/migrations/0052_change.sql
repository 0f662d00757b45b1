ALTER TABLE "appointment_links" ADD COLUMN "beside_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_links" ADD COLUMN "was_asked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "student_id" uuid;--> statement-breakpoint
CREATE INDEX "appointment_links_beside_idx" ON "appointment_links" USING btree ("school_id") WHERE "appointment_links"."beside_hashes" <> '{}';--> statement-breakpoint
CREATE INDEX "mails_student_idx" ON "mails" USING btree ("school_id","student_id") WHERE "mails"."student_id" is not null;