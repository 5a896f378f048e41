// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {IRegistryRoles} from "./interfaces/IRegistryRoles.sol";

/// @title Owner, regulators and notaries
/// @dev The specification fixes the revert strings, so this is not OpenZeppelin's Ownable2Step.
abstract contract RegistryRoles is IRegistryRoles, ERC2771Context {
    uint256 private constant DEFAULT_MAX_GENERATION_DEPTH = 10;

    /// @inheritdoc IRegistryRoles
    address public override owner;
    /// @inheritdoc IRegistryRoles
    address public override pendingOwner;
    /// @inheritdoc IRegistryRoles
    mapping(address account => bool) public override isRegulator;
    /// @inheritdoc IRegistryRoles
    uint256 public override maxGenerationDepth = DEFAULT_MAX_GENERATION_DEPTH;
    /// @inheritdoc IRegistryRoles
    mapping(address account => bool) public override isNotary;

    modifier onlyOwner() {
        _requireOwner();
        _;
    }

    modifier onlyRegulator() {
        _requireRegulator();
        _;
    }

    /// @dev The deployer is `msg.sender` itself: a constructor is never forwarded.
    constructor() {
        owner = msg.sender;
        emit OwnershipTransferred(address(0), msg.sender);
        emit MaxGenerationDepthChanged(0, DEFAULT_MAX_GENERATION_DEPTH, msg.sender);
    }

    /// @inheritdoc IRegistryRoles
    function addRegulator(address regulator) external onlyOwner {
        if (isRegulator[regulator]) return;
        isRegulator[regulator] = true;
        emit RegulatorAdded(regulator, _msgSender());
    }

    /// @inheritdoc IRegistryRoles
    function removeRegulator(address regulator) external onlyOwner {
        if (!isRegulator[regulator]) return;
        isRegulator[regulator] = false;
        emit RegulatorRemoved(regulator, _msgSender());
    }

    /// @inheritdoc IRegistryRoles
    function addNotary(address notary) external onlyOwner {
        if (isNotary[notary]) return;
        isNotary[notary] = true;
        emit NotaryAdded(notary, _msgSender(), uint64(block.timestamp));
    }

    /// @inheritdoc IRegistryRoles
    function removeNotary(address notary) external onlyOwner {
        if (!isNotary[notary]) return;
        isNotary[notary] = false;
        emit NotaryRemoved(notary, _msgSender(), uint64(block.timestamp));
    }

    /// @inheritdoc IRegistryRoles
    function setMaxGenerationDepth(uint256 depth) external onlyOwner {
        uint256 oldDepth = maxGenerationDepth;
        if (depth == oldDepth) return;
        maxGenerationDepth = depth;
        emit MaxGenerationDepthChanged(oldDepth, depth, _msgSender());
    }

    /// @inheritdoc IRegistryRoles
    function transferOwnership(address newOwner) external onlyOwner {
        if (pendingOwner == newOwner) return;
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(owner, newOwner);
    }

    /// @inheritdoc IRegistryRoles
    function acceptOwnership() external {
        address sender = _msgSender();
        require(sender == pendingOwner, "Only pending owner");
        address oldOwner = owner;
        owner = sender;
        pendingOwner = address(0);
        emit OwnershipTransferred(oldOwner, sender);
    }

    /// @dev The owner may act as a regulator without the role.
    function _isRegulator(address account) internal view returns (bool) {
        return isRegulator[account] || account == owner;
    }

    function _requireOwner() private view {
        require(_msgSender() == owner, "Only owner");
    }

    function _requireRegulator() private view {
        require(_isRegulator(_msgSender()), "Only regulator");
    }
}
