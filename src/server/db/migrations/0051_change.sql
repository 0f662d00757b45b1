DROP INDEX "student_form_waivers_once_key";--> statement-breakpoint
ALTER TABLE "student_form_waivers" ADD COLUMN "ends" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "student_form_waivers_ends_key" ON "student_form_waivers" USING btree ("school_id","ends");--> statement-breakpoint
CREATE INDEX "student_form_waivers_student_idx" ON "student_form_waivers" USING btree ("school_id","student_id");