-- expand: a school may have its own domain, which mailed links may lead to
ALTER TABLE "schools" ADD COLUMN "domain" text;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "is_domain_in_links" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_domain_unique" UNIQUE("domain");
