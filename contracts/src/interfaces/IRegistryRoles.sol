// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Owner, regulators and notaries of the register
interface IRegistryRoles {
    // ----------------------------------------------------------------- events

    /// @notice The owner made an address a regulator.
    event RegulatorAdded(address indexed regulator, address indexed actor);

    /// @notice The owner took the regulator role from an address.
    event RegulatorRemoved(address indexed regulator, address indexed actor);

    /// @notice The owner accredited a notary.
    event NotaryAdded(address indexed notary, address indexed actor, uint64 addedAt);

    /// @notice The owner took the accreditation from a notary. Its certificates stay on record and do not count.
    event NotaryRemoved(address indexed notary, address indexed actor, uint64 removedAt);

    /// @notice The owner offered ownership. A zero `pendingOwner` withdraws the offer.
    event OwnershipTransferStarted(address indexed owner, address indexed pendingOwner);

    /// @notice Ownership moved.
    event OwnershipTransferred(address indexed oldOwner, address indexed newOwner);

    /// @notice The owner changed how deep lineages registered from now on may go.
    event MaxGenerationDepthChanged(uint256 oldDepth, uint256 newDepth, address indexed actor);

    // ----------------------------------------------------------- owner: write

    /// @notice Makes an address a regulator. Does nothing if it is one already.
    function addRegulator(address regulator) external;

    /// @notice Takes the regulator role from an address. Does nothing if it has none.
    function removeRegulator(address regulator) external;

    /// @notice Accredits a notary. Does nothing if it is one already.
    function addNotary(address notary) external;

    /// @notice Takes the accreditation from a notary. Does nothing if it has none.
    function removeNotary(address notary) external;

    /// @notice Sets how deep lineages may go from now on; agents already entered stay.
    function setMaxGenerationDepth(uint256 depth) external;

    /// @notice Offers ownership; it moves when the other side accepts. Zero withdraws the offer.
    function transferOwnership(address newOwner) external;

    /// @notice Takes over ownership that was offered to the sender.
    function acceptOwnership() external;

    // ------------------------------------------------------------------ views

    /// @notice The owner.
    function owner() external view returns (address);

    /// @notice The account that ownership is offered to; zero if there is no offer.
    function pendingOwner() external view returns (address);

    /// @notice How deep a lineage may go; a root has depth 0.
    function maxGenerationDepth() external view returns (uint256);

    /// @notice Whether the address holds the regulator role. The owner may act as one without it.
    function isRegulator(address account) external view returns (bool);

    /// @notice Whether the address is an accredited notary.
    function isNotary(address account) external view returns (bool);
}
