"""What games are played with: tiles, and the ways in which hidden ones can lie."""
