"""``python -m brisca_sim``."""

from brisca_sim.cli import main

if __name__ == "__main__":
    main()
