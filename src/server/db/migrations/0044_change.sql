DROP INDEX "student_fees_receipt_key";--> statement-breakpoint
ALTER TABLE "student_fees" ADD COLUMN "entry" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "student_fees" ADD COLUMN "reverses" uuid;--> statement-breakpoint
ALTER TABLE "student_fees" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "student_fees" ADD CONSTRAINT "student_fees_school_id_reverses_student_fees_school_id_id_fk" FOREIGN KEY ("school_id","reverses") REFERENCES "public"."student_fees"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "student_fees_reverses_key" ON "student_fees" USING btree ("school_id","reverses","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "student_fees_receipt_key" ON "student_fees" USING btree ("school_id","student_id","kind","receipt","entry");--> statement-breakpoint
CREATE POLICY "student_fees_tenant_retain" ON "student_fees" AS PERMISSIVE FOR UPDATE TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and exists (select 1 from student_erasures e where e.school_id = student_fees.school_id and e.xact = pg_current_xact_id()::text and e.student_id = student_fees.student_id)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid) and reason is null);