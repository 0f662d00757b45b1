CREATE TABLE "face_pictures" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "face_pictures_school_id_customer_id_pk" PRIMARY KEY("school_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "face_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "face_settings" ADD COLUMN "keeps_pictures" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "face_pictures" ADD CONSTRAINT "face_pictures_school_id_customer_id_face_templates_school_id_customer_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."face_templates"("school_id","customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "face_pictures_tenant" ON "face_pictures" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
-- As of templates: the planner must keep no sample of what may have to be forgotten.
ALTER TABLE "face_pictures" ALTER COLUMN "content" SET STATISTICS 0;
